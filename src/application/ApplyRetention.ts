import { Context, DateTime, Effect, Layer } from 'effect'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Maintenance } from '#ports/Maintenance.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'

/** Verifications retired in one transaction: few enough to be done in milliseconds. */
const batch = 500

/** Removes the content of verifications that were kept long enough (contract 3.12). */
export class ApplyRetention extends Context.Service<
  ApplyRetention,
  {
    /**
     * @param days a verification is kept this long after its end
     * @returns how many were retired
     */
    readonly apply: (days: number) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/application/ApplyRetention') {
  static readonly layer = Layer.effect(
    ApplyRetention,
    Effect.gen(function* () {
      const administration = yield* AccountAdministration
      const maintenance = yield* Maintenance
      const time = yield* Time

      const applyTo = Effect.fnUntraced(function* (accountId: string, endedBefore: DateTime.Utc) {
        let retired = 0
        let done = 0
        do {
          done = yield* maintenance.retire(accountId, endedBefore, batch)
          retired += done
        } while (done === batch)
        return retired
      })

      const apply = Effect.fnUntraced(function* (days: number) {
        const endedBefore = DateTime.subtract(yield* time.now, { days })
        const accounts = yield* administration.list
        const counts = yield* Effect.forEach(accounts, ({ account }) => applyTo(account.id, endedBefore))
        return counts.reduce((sum, count) => sum + count, 0)
      })

      return ApplyRetention.of({ apply })
    }),
  )
}
