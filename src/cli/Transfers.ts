import { Effect, Layer, Option } from 'effect'
import { Argument, Command, Flag } from 'effect/cli'
import { type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'
import * as Access from './Access.ts'
import * as Inputs from './Inputs.ts'
import { existing } from './KnownAccount.ts'
import { type Facts, instant, pesos, printLatest } from './Output.ts'
import { recorded } from './Recording.ts'
import { exported } from './TransferExport.ts'
import { retry } from './TransferRetry.ts'

const factsOf = (record: TransferRecord): Facts => ({
  account: record.accountId,
  verification: record.verificationId,
  emitted: instant(record.emittedAt),
  payment: record.paymentIntentId,
  pesos: pesos(record.amountCentavos),
  state: record.state,
  attempts: record.attempts,
  due: instant(record.dueAt),
  transfer: record.transferId,
  lastFailure: record.lastFailure,
  // What happened to the payment after it had backed an emitted verification.
  remark: record.remark,
})

const list = Command.make(
  'list',
  {
    account: Inputs.account.pipe(Argument.optional),
    state: Flag.Literals('state', ['encolada', 'ejecutada']).pipe(
      Flag.withDescription('Only in this state'),
      Flag.withDefault(null),
    ),
    since: Inputs.since,
    until: Inputs.until,
    limit: Inputs.limit,
  },
  Effect.fnUntraced(function* ({ account: given, limit, ...chosen }) {
    yield* Inputs.inOrder(chosen)
    const account = Option.getOrNull(given)
    if (account !== null) yield* existing(account)
    const listing = (yield* TransferRecords).list({ accountId: account, ...chosen }, limit)
    const records = yield* recorded(listing, 'transfers list', account === null ? {} : { account })
    const brief = ['verification', 'pesos', 'state', 'lastFailure', 'remark']
    yield* printLatest(records.map(factsOf), limit, account === null ? ['account', ...brief] : brief)
  }),
).pipe(
  Command.withDescription(
    'List transfers of one account in mode connect or all, newest first. --since and --until apply to when their verifications were emitted',
  ),
)

export const transfers = Command.make('transfers').pipe(
  Command.withSubcommands([list, exported, retry]),
  Command.provide(Layer.mergeAll(Access.transfers, Access.accounts, Access.time, Access.audit)),
)
