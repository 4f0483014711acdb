import { Effect, Layer, Option } from 'effect'
import { Argument, Command, Flag } from 'effect/cli'
import { Time } from '#ports/Time.ts'
import { type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'
import * as Access from './Access.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing } from './KnownAccount.ts'
import { type Facts, instant, pesos, printDone, printLatest } from './Output.ts'
import { recorded } from './Recording.ts'

const factsOf = (record: TransferRecord): Facts => ({
  account: record.accountId,
  verification: record.verificationId,
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
      Flag.withDescription('Only those in this state'),
      Flag.optional,
    ),
    limit: Inputs.limit,
  },
  Effect.fnUntraced(function* ({ account, state, limit }) {
    const { list } = yield* TransferRecords
    if (Option.isSome(account)) yield* existing(account.value)
    const records = yield* recorded(
      list(Option.getOrNull(account), Option.getOrNull(state), limit),
      'transfers list',
      Option.match(account, { onNone: () => ({}), onSome: (id) => ({ account: id }) }),
    )
    yield* printLatest(records.map(factsOf), limit)
  }),
).pipe(Command.withDescription('Transfers of an account in mode connect, or of all, most recent first'))

const retry = Command.make(
  'retry',
  {
    account: Inputs.account,
    verification: Argument.String('verification').pipe(Argument.withDescription('Its verificacion_id')),
  },
  Effect.fnUntraced(function* ({ account, verification }) {
    const at = yield* (yield* Time).now
    const { retry } = yield* TransferRecords
    const retrying = recorded(retry(account, verification, at), 'transfers retry', (isDone) =>
      isDone ? { account, details: { verification } } : null,
    )
    if (!(yield* retrying)) {
      return yield* new Refused({
        reason: `Account "${account}" has no transfer of verification "${verification}" that waits: it is executed, is being tried now, or does not exist. See: cotejo transfers list ${account}`,
      })
    }
    yield* printDone(`The transfer of verification "${verification}" is tried again now.`, {
      account,
      verification,
      due: instant(at),
    })
  }),
).pipe(Command.withDescription('Try a transfer that waits for its next attempt at once'))

export const transfers = Command.make('transfers').pipe(
  Command.withDescription('What emitted verifications of mode connect transfer'),
  Command.withSubcommands([list, retry]),
  Command.provide(Layer.mergeAll(Access.transfers, Access.accounts, Access.time, Access.audit)),
)
