import { Effect, Layer, Option } from 'effect'
import { Erasure } from '#ports/Erasure.ts'
import { MemoryDatabase } from './MemoryDatabase.ts'
import { isRemovable, remove } from './Removal.ts'

export const layer = Layer.effect(
  Erasure,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase
    return Erasure.of({
      verificationOf: (accountId, requestId) =>
        Effect.sync(() =>
          Option.fromUndefinedOr(tables().accounts.get(accountId)?.byRequestId.get(requestId)?.verification.id),
        ),
      // No command that hands out copies works in memory.
      kept: () => Effect.succeedNone,
      erase: (accountId, verificationId) =>
        Effect.suspend(() => {
          const row = tables().accounts.get(accountId)?.byId.get(verificationId)
          return row !== undefined && isRemovable(row) ? remove(tables(), row) : Effect.void
        }),
    })
  }),
)
