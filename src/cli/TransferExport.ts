import { Effect } from 'effect'
import { Command } from 'effect/cli'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { TransferAdministration, type TransferSums } from '#ports/TransferAdministration.ts'
import type { TransferRecord } from '#ports/TransferRecords.ts'
import { exportEach, exportFlags } from './Export.ts'
import { type Facts, instant, pesos } from './Output.ts'

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
  exportFlags,
  Effect.fnUntraced(function* ({ account, ...times }) {
    let [printed, centavos] = [0, 0]
    const { each } = yield* TransferAdministration
    yield* exportEach<TransferRecord, TransferSums, StorageUnavailable, never>({
      act: 'transfers export',
      account,
      times,
      mode: 'connect',
      columns: 'account,emitted,pesos,state,verification,request,payment,transfer,remark',
      factsOf,
      each: (print) => each({ accountId: account, ...times }, print),
      tally: (page) => {
        printed += page.length
        centavos += page.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
      },
      sumsOf,
      agrees: (sums) => sums.charged === sums.centavos && printed === sums.transfers && centavos === sums.centavos,
      disagreement: 'The transfers do not sum up to what was charged.',
    })
  }),
).pipe(
  Command.withDescription(
    'Print the charges of mode connect as CSV (with --json, one object per line), dated by emission, and their sums on standard error. Exits with 1 if the sums do not match the verifications',
  ),
)
