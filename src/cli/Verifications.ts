import { DateTime, Duration, Effect, Layer, Option } from 'effect'
import { Command, Flag } from 'effect/cli'
import { Erasure } from '#ports/Erasure.ts'
import { type VerificationRecord, VerificationRecords } from '#ports/VerificationRecords.ts'
import * as Access from './Access.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing, lacking } from './KnownAccount.ts'
import * as Listing from './Listing.ts'
import { type Facts, instant, pesos, printCard, printDetails, printLatest, printWhole } from './Output.ts'
import { recorded } from './Recording.ts'
import { erase } from './Subject.ts'
import { wholeOf } from './WholeVerification.ts'

const briefly = (record: VerificationRecord): Facts => ({
  verification: record.verificationId,
  request: record.requestId,
  state: record.state,
  reason: record.reason,
  created: instant(record.createdAt),
  resolved: instant(record.resolvedAt),
  tookSeconds: record.resolvedAt && Duration.toSeconds(DateTime.distance(record.createdAt, record.resolvedAt)),
})

/** What a list shows of each. */
const ofOne = ['verification', 'state', 'reason', 'created']
const ofAll = ['account', 'verification', 'state', 'created']

const fully = (record: VerificationRecord): Facts => ({
  account: record.accountId,
  ...briefly(record),
  retired: instant(record.retiredAt),
  deadline: instant(record.deadline),
  mode: record.mode,
  pricePesos: pesos(record.priceCentavos),
  payment: record.paymentIntentId,
  channel: record.channel,
  trace: record.trace?.traceId ?? null,
  workDue: record.work && instant(record.work.dueAt),
  workedOnBy: record.work?.replicaId ?? null,
  crashes: record.work?.crashes ?? null,
})

const ifFound = (account: string, verification: string) => (found: Option.Option<unknown>) =>
  Option.isSome(found) ? { account, details: { verification } } : null

/** Which were shown, and whose they are, where they are of one account. */
const whichOf = (asked: string | null) => (shown: ReadonlyArray<VerificationRecord>) => {
  const [account = asked, ...others] = new Set(shown.map(({ accountId }) => accountId))
  const details = { verifications: shown.map(({ verificationId }) => verificationId) }
  return account === null || others.length > 0 ? { details } : { account, details }
}

const show = Command.make(
  'show',
  {
    account: Inputs.account,
    verification: Inputs.verification,
    full: Inputs.isGiven('full', 'Show the timeline: sources, ledger entries, webhook and transfer'),
  },
  Effect.fnUntraced(function* ({ account, verification, full }) {
    const { find } = yield* VerificationRecords
    const record = yield* recorded(find(account, verification), 'verifications show', ifFound(account, verification))
    if (Option.isNone(record)) {
      return yield* lacking(
        account,
        `Account "${account}" has no verification "${verification}". Its latest: cotejo verifications list ${account}`,
      )
    }
    if (!full) return yield* printCard(fully(record.value))
    const { webhook, ...parts } = yield* wholeOf(record.value)
    yield* printWhole({ ...fully(record.value), ...webhook }, parts)
  }),
).pipe(
  Command.withDescription('Show a verification and the work on it; with --full its whole timeline'),
  Command.provide(Layer.mergeAll(Access.entries, Access.deliveries, Access.transfers)),
)

const explain = Command.make(
  'explain',
  {
    account: Inputs.account,
    verification: Inputs.verification,
  },
  Effect.fnUntraced(function* ({ account, verification }) {
    const found = yield* recorded(
      (yield* Erasure).kept(account, verification),
      'verifications explain',
      ifFound(account, verification),
    )
    const basis = Option.getOrNull(found)?.basis ?? null
    if (basis === null) {
      return yield* lacking(
        account,
        `Account "${account}" has no emitted verification "${verification}" that is still kept. How it stands: cotejo verifications show ${account} ${verification}`,
      )
    }
    const { lists, determinants, clearedLawsuits, ...facts } = basis
    const searched = (lists?.versions ?? []).map(({ list, cutOff }) => `${list} ${cutOff}`)
    const judged = (lists?.judged ?? []).map(
      ({ name, ...how }): Facts => ({
        ...how,
        surnames: name?.surnames ?? null,
        given: name?.givenNames ?? null,
        slips: name?.slips ?? null,
      }),
    )
    yield* printDetails(
      {
        verification,
        ...facts,
        determinants: determinants.join(', '),
        lists: searched.join(', ') || null,
        clearedLawsuits,
      },
      'judged',
      judged,
      lists === null
        ? 'No version of the lists was searched: they were not ours, there was no name to search by, or a required one was missing or expired then (cotejo lists status says how they are now).'
        : 'No entry of the lists was about the person.',
    )
  }),
).pipe(
  Command.withDescription(
    'Explain a recommendation: engine, list versions and rules (terms: docs/operate/lists.md, "How an entry is judged")',
  ),
  Command.provide(Access.erasure),
)

const list = Command.make(
  'list',
  {
    ...Listing.flags,
    state: Flag.Literals('state', ['en_proceso', 'emitida', 'no_concluyente']).pipe(
      Flag.withDescription('Only in this state'),
      Flag.withDefault(null),
    ),
    receiver: Inputs.receiver,
  },
  Effect.fnUntraced(function* (given) {
    const { list: all } = yield* VerificationRecords
    const { state, receiver: host, since, until, limit } = given
    yield* Listing.print(given, {
      act: 'verifications list',
      brief: { ofAll, ofOne },
      factsOf: (record: VerificationRecord) => ({ account: record.accountId, ...briefly(record) }),
      list: (accountId) => all({ accountId, host, state, since, until }, limit),
    })
  }),
).pipe(
  Command.withDescription(
    'List verifications of one account or all, newest first, without removed or erased ones. --since and --until apply to their creation',
  ),
)

const find = Command.make(
  'find',
  {
    account: Inputs.ofAccount,
    request: Inputs.solicitudId,
    verification: Inputs.textOf('verification', 'Its verificacion_id'),
    payment: Inputs.textOf('payment', 'The payment of the verification'),
    limit: Inputs.limit,
  },
  Effect.fnUntraced(function* ({ account, limit, ...by }) {
    if (Object.values(by).filter((value) => value !== null).length !== 1) {
      return yield* new Refused({ reason: 'Give one of --solicitud-id, --verification and --payment.' })
    }
    if (account !== null) yield* existing(account)
    const searching = (yield* VerificationRecords).search(account, by, limit)
    const records = yield* recorded(searching, 'verifications find', whichOf(account))
    yield* printLatest(
      records.map((record) => ({ account: record.accountId, ...briefly(record), retired: instant(record.retiredAt) })),
      limit,
      ofAll,
    )
  }),
).pipe(Command.withDescription('Find verifications by solicitud_id, verificacion_id or payment, in one account or all'))

export const verifications = Command.make('verifications').pipe(
  Command.withSubcommands([show, find, explain, list, erase]),
  Command.provide(Layer.mergeAll(Access.records, Access.accounts, Access.audit)),
)
