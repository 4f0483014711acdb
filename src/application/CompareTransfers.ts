import { Context, Effect, Layer, Option } from 'effect'
import type { Discrepancy } from '#ports/Ledger.ts'
import { Payments } from '#ports/Payments.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'

/** Transfers that are compared, the latest, and how many at once. */
const latest = 10_000
const atOnce = 8

const promise = 'the processor has the transfer that is recorded, and no other'

const discrepancy = ({ accountId, verificationId }: TransferRecord, found: string, expected: string): Discrepancy => ({
  promise,
  accountId,
  subject: verificationId,
  found,
  expected,
})

/** Compares what is recorded of transfers with what the processor has of them. */
export class CompareTransfers extends Context.Service<
  CompareTransfers,
  {
    /** Every transfer, of the latest 10,000, of which the processor says otherwise, or nothing at all. */
    readonly compare: Effect.Effect<ReadonlyArray<Discrepancy>, StorageUnavailable>
  }
>()('cotejo/application/CompareTransfers') {
  static readonly layer = Layer.effect(
    CompareTransfers,
    Effect.gen(function* () {
      const records = yield* TransferRecords
      const processors = yield* ProcessorAccounts
      const payments = yield* Payments

      const compareOne = Effect.fnUntraced(function* (record: TransferRecord) {
        const credentials = yield* processors.credentialsOf(record.accountId)
        if (Option.isNone(credentials)) return [discrepancy(record, 'no key to ask the processor with', 'a key')]
        return yield* Effect.match(payments.transfersOf(credentials.value, record.verificationId), {
          onFailure: ({ reason }) => [discrepancy(record, `the processor does not tell: ${reason}`, 'an answer')],
          onSuccess: (made) => {
            const found = made.map(({ transferId, amountCentavos }) => `${transferId} of ${amountCentavos}`).join(', ')
            // One that waits may have been made already: its answer was lost.
            if (record.state === 'encolada' && made.length < 2) return []
            const expected =
              record.transferId === null ? 'at most one' : `${record.transferId} of ${record.amountCentavos}`
            return found === expected ? [] : [discrepancy(record, found === '' ? 'none' : found, expected)]
          },
        })
      })

      return CompareTransfers.of({
        compare: records.list(null, null, latest).pipe(
          Effect.flatMap((all) => Effect.forEach(all, compareOne, { concurrency: atOnce })),
          Effect.map((found) => found.flat()),
        ),
      })
    }),
  )
}
