import { Effect, Layer } from 'effect'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { appliedRevision, revision } from './schema/Migrations.ts'

export const layer = Layer.effect(
  StorageHealth,
  Effect.gen(function* () {
    const applied = yield* appliedRevision
    return StorageHealth.of({
      check: Effect.flatMap(applied, (found) =>
        found < revision
          ? Effect.fail(new StorageUnavailable({ reason: `schema at revision ${found}, ${revision} is needed` }))
          : Effect.succeed({ schemaIsNewer: found > revision }),
      ),
    })
  }),
)
