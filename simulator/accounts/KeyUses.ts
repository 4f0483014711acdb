import { Context, Effect, Layer } from 'effect'
import { AccessCounts, makeAccessCounts } from '#application/AccessCounts.ts'
import { Accounts } from '#ports/Accounts.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** When keys were used. It is written down before it is read: a service does so every minute. */
export class KeyUses extends Context.Service<
  KeyUses,
  {
    readonly write: Effect.Effect<void, StorageUnavailable>
    /** Forgets what was not written down. */
    readonly reset: Effect.Effect<void>
  }
>()('cotejo/simulator/accounts/KeyUses') {
  static readonly layer = Layer.effectContext(
    Effect.gen(function* () {
      const { noteUses } = yield* Accounts
      const { counts, uses, usesWritten } = makeAccessCounts(1)
      const write = Effect.suspend(() => {
        const written = uses()
        return Effect.map(written.length === 0 ? Effect.void : noteUses(written), () => usesWritten(written))
      })
      const reset = Effect.sync(() => usesWritten(uses()))
      return Context.make(KeyUses, KeyUses.of({ write, reset })).pipe(
        Context.add(AccessCounts, { recordUse: counts.recordUse, recordRequest: () => {}, recordRejection: () => {} }),
      )
    }),
  )
}
