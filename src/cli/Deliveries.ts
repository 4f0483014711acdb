import { Effect, Layer, Option } from 'effect'
import { Argument, Command, Flag } from 'effect/cli'
import { type AttemptRecord, type DeliveryRecord, DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { Time } from '#ports/Time.ts'
import * as Access from './Access.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing } from './KnownAccount.ts'
import { type Facts, instant, printDetails, printDone, printTable } from './Output.ts'
import { recorded } from './Recording.ts'

const briefly = (record: DeliveryRecord): Facts => ({
  verification: record.verificationId,
  event: record.eventId,
  state: record.state,
  scheduledAttempts: record.attempts,
  due: instant(record.dueAt),
  resendDue: instant(record.resendAt),
})

const fully = (record: DeliveryRecord): Facts => ({
  account: record.accountId,
  ...briefly(record),
  url: record.url,
  sentBy: record.nodeId,
})

const attemptOf = ({ number, kind, startedAt, tookMillis, status, failure }: AttemptRecord): Facts => ({
  number,
  kind,
  started: instant(startedAt),
  tookMs: tookMillis,
  status,
  failure,
})

const verification = Argument.String('verification').pipe(Argument.withDescription('Its verificacion_id'))

const noneOf = (account: string, id: string) =>
  new Refused({
    reason: `Account "${account}" has no webhook of verification "${id}": there is one of what is emitida, while its content is kept. Its latest: cotejo deliveries list ${account}`,
  })

const list = Command.make(
  'list',
  {
    account: Inputs.account,
    state: Flag.Literals('state', ['pendiente', 'entregada', 'agotada']).pipe(
      Flag.withDescription('Only those in this state'),
      Flag.optional,
    ),
    limit: Inputs.limit,
  },
  Effect.fnUntraced(function* ({ account, state, limit }) {
    yield* existing(account)
    const listing = (yield* DeliveryRecords).list(account, Option.getOrNull(state), limit)
    const records = yield* recorded(listing, 'deliveries list', { account })
    yield* printTable(records.map(briefly), 'There are none.')
  }),
).pipe(Command.withDescription('Webhooks of an account, most recent first'))

const show = Command.make(
  'show',
  { account: Inputs.account, verification },
  Effect.fnUntraced(function* ({ account, verification: id }) {
    const { find } = yield* DeliveryRecords
    const found = yield* recorded(find(account, id), 'deliveries show', (one) =>
      Option.isSome(one) ? { account, details: { verification: id } } : null,
    )
    if (Option.isNone(found)) return yield* noneOf(account, id)
    const { delivery, attempts } = found.value
    yield* printDetails(fully(delivery), 'attempts', attempts.map(attemptOf), 'No attempt has ended yet.')
  }),
).pipe(Command.withDescription('How the webhook of a verification stands, and every attempt at it'))

const resend = Command.make(
  'resend',
  { account: Inputs.account, verification },
  Effect.fnUntraced(function* ({ account, verification: id }) {
    const at = yield* (yield* Time).now
    const isResent = yield* recorded((yield* DeliveryRecords).resend(account, id, at), 'deliveries resend', (isDone) =>
      isDone ? { account, details: { verification: id } } : null,
    )
    if (!isResent) return yield* noneOf(account, id)
    yield* printDone(
      `The webhook of verification "${id}" is sent again now, with the same event id and bytes; this does not count among its six attempts. How it ends: cotejo deliveries show ${account} ${id}`,
      { account, verification: id, resendDue: instant(at) },
    )
  }),
).pipe(Command.withDescription('Send the webhook of a verification again: same event id and bytes, none of the six'))

export const deliveries = Command.make('deliveries').pipe(
  Command.withDescription('Webhooks and the attempts at them'),
  Command.withSubcommands([list, show, resend]),
  Command.provide(Layer.mergeAll(Access.deliveries, Access.accounts, Access.time, Access.audit)),
)
