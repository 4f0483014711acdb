import { DateTime, Effect, Layer } from 'effect'
import { nextAt } from '#domain/delivery/Delivery.ts'
import { Retention } from '#ports/Retention.ts'
import { MemoryDatabase, type Row } from './MemoryDatabase.ts'
import { isRemovable, remove } from './Removal.ts'

/** Retention in memory. One process alone works here, so turns are always free, and no data keys exist. */
export const layer = Layer.effect(
  Retention,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase

    const isOld = (row: Row, endedBefore: DateTime.Utc): boolean => {
      const { id, state } = row.verification
      const delivery = tables().deliveries.get(id)
      return (
        isRemovable(row) &&
        state._tag !== 'en_proceso' &&
        DateTime.isLessThan(state.resolvedAt, endedBefore) &&
        (delivery === undefined || (!delivery.claimed && nextAt(delivery.delivery) === null))
      )
    }

    return Retention.of({
      takeTurn: () => Effect.succeed(true),
      differingSettings: Effect.succeed([]),
      nextAt: () => Effect.void,
      nextDueAt: DateTime.now,
      retire: (endedBefore, limit) =>
        Effect.suspend(() => {
          const rows = Array.from(tables().accounts.values()).flatMap((account) => account.rows)
          const { clearances } = tables()
          for (const [digest, recordedAt] of clearances) {
            if (DateTime.isLessThan(recordedAt, endedBefore)) clearances.delete(digest)
          }
          const old = rows.filter((row) => isOld(row, endedBefore)).slice(0, limit)
          return Effect.as(
            Effect.forEach(old, (row) => remove(tables(), row), { discard: true }),
            old.length,
          )
        }),
      destroyKeys: () => Effect.succeed(0),
    })
  }),
)
