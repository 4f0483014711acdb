import { Effect, Layer } from 'effect'
import { Command, Flag } from 'effect/cli'
import { type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'
import * as Access from './Access.ts'
import * as Listing from './Listing.ts'
import { type Facts, instant, pesos } from './Output.ts'
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
    ...Listing.flags,
    state: Flag.Literals('state', ['encolada', 'ejecutada']).pipe(
      Flag.withDescription('Only in this state'),
      Flag.withDefault(null),
    ),
  },
  Effect.fnUntraced(function* (given) {
    const { list: find } = yield* TransferRecords
    const { state, since, until, limit } = given
    const ofOne = ['verification', 'pesos', 'state', 'lastFailure', 'remark']
    yield* Listing.print(given, {
      act: 'transfers list',
      brief: { ofAll: ['account', ...ofOne], ofOne },
      factsOf,
      list: (accountId) => find({ accountId, state, since, until }, limit),
    })
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
