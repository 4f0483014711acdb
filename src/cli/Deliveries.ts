import { Effect, Layer, Option } from 'effect'
import { Argument, Command, Flag } from 'effect/cli'
import { type ResendFilter, resendAll, resendable } from '#adapters/postgres/operators/ResendMany.ts'
import { type AttemptRecord, type DeliveryRecord, DeliveryRecords } from '#ports/DeliveryRecords.ts'
import * as Access from './Access.ts'
import { actingTime } from './ActingTime.ts'
import * as Bulk from './Bulk.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing, lacking } from './KnownAccount.ts'
import * as Listing from './Listing.ts'
import { type Facts, instant, printDetails, printDone } from './Output.ts'
import { recorded } from './Recording.ts'

const briefly = (record: DeliveryRecord): Facts => ({
  verification: record.verificationId,
  event: record.eventId,
  emitted: instant(record.emittedAt),
  receiver: URL.parse(record.url)?.host ?? null,
  state: record.state,
  lastResult: record.lastResult,
  scheduledAttempts: record.attempts,
  due: instant(record.dueAt),
  resendDue: instant(record.resendAt),
})

const fully = (record: DeliveryRecord): Facts => ({
  account: record.accountId,
  ...briefly(record),
  url: record.url,
  sentBy: record.replicaId,
})

export const attemptOf = ({ number, kind, startedAt, tookMillis, status, failure }: AttemptRecord): Facts => ({
  number,
  kind,
  started: instant(startedAt),
  tookMs: tookMillis,
  status,
  failure,
})

const noneOf = (account: string, id: string) =>
  lacking(
    account,
    `Account "${account}" has no webhook of verification "${id}": only an emitted one has a webhook, as long as its content is kept. Its latest: cotejo deliveries list ${account}`,
  )

const list = Command.make(
  'list',
  {
    ...Listing.flags,
    state: Flag.Literals('state', ['pendiente', 'entregada', 'agotada']).pipe(
      Flag.withDescription('Only in this state'),
      Flag.withDefault(null),
    ),
    receiver: Inputs.receiver,
  },
  Effect.fnUntraced(function* (given) {
    const { list: find } = yield* DeliveryRecords
    const { state, receiver: host, since, until, limit } = given
    const columns = ['verification', 'receiver', 'state', 'lastResult']
    yield* Listing.print(given, {
      act: 'deliveries list',
      brief: { ofAll: ['account', ...columns], ofOne: [...columns, 'scheduledAttempts'] },
      factsOf: (record: DeliveryRecord) => ({ account: record.accountId, ...briefly(record) }),
      list: (accountId) => find({ accountId, host, state, since, until }, limit),
    })
  }),
).pipe(
  Command.withDescription(
    'List webhooks of one account or all, newest first. --since and --until apply to when their verifications were emitted',
  ),
)

const show = Command.make(
  'show',
  { account: Inputs.account, verification: Inputs.verification },
  Effect.fnUntraced(function* ({ account, verification: id }) {
    const { find } = yield* DeliveryRecords
    const found = yield* recorded(find(account, id), 'deliveries show', (one) =>
      Option.isSome(one) ? { account, details: { verification: id } } : null,
    )
    if (Option.isNone(found)) return yield* noneOf(account, id)
    const { delivery, attempts } = found.value
    yield* printDetails(fully(delivery), 'attempts', attempts.map(attemptOf), 'No attempt has ended yet.')
  }),
).pipe(Command.withDescription('Show the webhook of a verification, and every attempt'))

/** Webhooks that one command has sent again: they take their turns with all others. */
const most = 10_000

const resendMany = Effect.fnUntraced(function* (which: ResendFilter, chosen: Bulk.Chosen) {
  const { accountId: account, state, host: receiver } = which
  yield* existing(account)
  const at = yield* actingTime
  const counting = Effect.map(resendable(which, most), (webhooks) => ({
    wouldDo: `This would send ${webhooks} webhooks in state ${state} of account "${account}" again.`,
    facts: { account, resent: 0, webhooks },
  }))
  if (!(yield* Bulk.confirmed(chosen, counting))) return
  const details = { state, receiver, since: instant(which.since), until: instant(which.until) }
  const resending = resendAll(which, at, most)
  const resent = yield* recorded(resending, 'deliveries resend', (count) =>
    count > 0 ? { account, details: { ...details, webhooks: count } } : null,
  )
  if (resent === 0) {
    return yield* printDone(
      `Nothing was done: no such webhook of account "${account}" is in state ${state}. One that is to be sent again already does not count. Another state: --state. Hosts, with their ports: RECEIVER of cotejo deliveries list ${account}`,
      { account, resent },
    )
  }
  yield* printDone(
    `${resent} webhooks in state ${state} of account "${account}" are sent again from now on, with the same event ids and bytes.${resent === most ? ' There may be more: run this again.' : ''}`,
    { account, resent },
  )
})

const resend = Command.make(
  'resend',
  {
    account: Inputs.account,
    verification: Inputs.verification.pipe(Argument.optional),
    receiver: Inputs.receiver,
    since: Inputs.since,
    until: Inputs.until,
    state: Flag.Literals('state', ['agotada', 'pendiente', 'entregada']).pipe(
      Flag.withDescription('With a filter: only webhooks in this state. Default: agotada (given up)'),
      Flag.withDefault('agotada'),
    ),
    ...Bulk.flags,
  },
  Effect.fnUntraced(function* ({ account, verification: one, receiver, since, until, state, ...bulk }) {
    yield* Inputs.inOrder({ since, until })
    const isMany = receiver !== null || since !== null || until !== null
    if (Option.isSome(one) === isMany) {
      return yield* new Refused({
        reason: 'Name a verification, or select webhooks with --receiver, --since or --until.',
      })
    }
    if (Option.isNone(one)) return yield* resendMany({ accountId: account, state, host: receiver, since, until }, bulk)
    yield* Bulk.notForOne(bulk)
    const id = one.value
    const at = yield* actingTime
    const isResent = yield* recorded((yield* DeliveryRecords).resend(account, id, at), 'deliveries resend', (isDone) =>
      isDone ? { account, details: { verification: id } } : null,
    )
    if (!isResent) return yield* noneOf(account, id)
    yield* printDone(
      `The webhook of verification "${id}" is sent again now, with the same event id and bytes; this does not count among its six attempts. How it ends: cotejo deliveries show ${account} ${id}`,
      { account, verification: id, resendDue: instant(at) },
    )
  }),
).pipe(
  Command.withDescription(
    'Resend one webhook, or all of a receiver or time range. Reuses event id and body; does not count as one of the six attempts',
  ),
)

export const deliveries = Command.make('deliveries').pipe(
  Command.withSubcommands([list, show, resend]),
  Command.provide(Layer.mergeAll(Access.database, Access.deliveries, Access.accounts, Access.time, Access.audit)),
)
