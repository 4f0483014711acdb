import { Console, Effect } from 'effect'
import { Command } from 'effect/cli'
import { type TransferRecord, TransferRecords, type TransferSums } from '#ports/TransferRecords.ts'
import { csvLine } from './Csv.ts'
import { Unsound } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing, remarkOther } from './KnownAccount.ts'
import { type Facts, instant, Json, pesos } from './Output.ts'
import { recorded } from './Recording.ts'

/** What the applicants of accounts in mode connect were charged, as `ledger export` tells it of prepaid ones. */

const factsOf = (record: TransferRecord) =>
  ({
    account: record.accountId,
    emitted: instant(record.emittedAt),
    pesos: pesos(record.amountCentavos).toFixed(2),
    state: record.state,
    verification: record.verificationId,
    request: record.requestId,
    payment: record.paymentIntentId,
    transfer: record.transferId,
    remark: record.remark,
  }) satisfies Facts

const sumsOf = ({ transfers, centavos, executed, charged }: TransferSums): Facts => ({
  transfers,
  pesos: pesos(centavos),
  executedPesos: pesos(executed),
  queuedPesos: pesos(centavos - executed),
  chargedPesos: pesos(charged),
})

export const exported = Command.make(
  'export',
  { account: Inputs.ofAccount, since: Inputs.since, until: Inputs.until },
  Effect.fnUntraced(function* ({ account, ...times }) {
    yield* Inputs.inOrder(times)
    const record = account === null ? null : yield* existing(account)
    // It is printed while it is read.
    yield* recorded(Effect.void, 'transfers export', account === null ? {} : { account })
    const json = yield* Json
    let [printed, centavos] = [0, 0]
    const print = (page: ReadonlyArray<TransferRecord>) => {
      printed += page.length
      centavos += page.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
      const lines = page.map(factsOf).map((facts) => (json ? JSON.stringify(facts) : csvLine(Object.values(facts))))
      return Console.log(lines.join('\n'))
    }
    if (!json) yield* Console.log('account,emitted,pesos,state,verification,request,payment,transfer,remark')
    const sums = yield* (yield* TransferRecords).each({ accountId: account, ...times }, print)
    yield* Console.error(JSON.stringify(sumsOf(sums)))
    if (record !== null) yield* remarkOther(record.account.id, record.account.mode, 'connect')
    if (sums.charged !== sums.centavos || printed !== sums.transfers || centavos !== sums.centavos) {
      yield* Console.error('The transfers do not sum up to what was charged. Details: cotejo ledger check')
      return yield* new Unsound()
    }
  }),
).pipe(
  Command.withDescription(
    'Print the charges of mode connect as CSV (with --json, one object per line), dated by emission, and their sums on standard error. Exits with 1 if the sums do not match the verifications',
  ),
)
