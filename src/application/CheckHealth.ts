import { Context, Effect, Layer } from 'effect'
import { StorageHealth } from '#ports/StorageHealth.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import type { Salud } from '#wire/Respuesta.ts'
import { Setting } from './Setting.ts'

/** Readiness: the channel is up and reaches its database. */
export class CheckHealth extends Context.Service<
  CheckHealth,
  { readonly check: Effect.Effect<typeof Salud.Type, StorageUnavailable> }
>()('cotejo/application/CheckHealth') {
  static readonly layer = Layer.effect(
    CheckHealth,
    Effect.gen(function* () {
      const storage = yield* StorageHealth
      const { version } = yield* Setting
      const check = storage.check.pipe(
        Effect.map(({ schemaIsNewer }) => ({
          estado: 'arriba',
          base: 'alcanzable',
          version,
          esquema: schemaIsNewer ? ('mas_nuevo_que_el_codigo' as const) : null,
        })),
      )
      return CheckHealth.of({ check })
    }),
  )
}
