import { Context, Effect, Layer } from 'effect'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { reject } from '#wire/Rejection.ts'
import type { Salud } from '#wire/Respuesta.ts'
import { Departure } from './Departure.ts'
import type { Failure } from './Failures.ts'
import { Setting } from './Setting.ts'

/** Readiness: the channel is up and means to stay, and reaches its database, which takes writes. */
export class CheckHealth extends Context.Service<
  CheckHealth,
  { readonly check: Effect.Effect<typeof Salud.Type, Failure> }
>()('cotejo/application/CheckHealth') {
  static readonly layer = Layer.effect(
    CheckHealth,
    Effect.gen(function* () {
      const storage = yield* StorageHealth
      const departure = yield* Departure
      const { version } = yield* Setting
      const check = Effect.gen(function* () {
        if (departure.begun) return yield* reject('por_detenerse')
        const { schemaIsNewer } = yield* storage.check
        return {
          estado: 'arriba',
          base: 'alcanzable',
          version,
          esquema: schemaIsNewer ? ('mas_nuevo_que_el_codigo' as const) : null,
        }
      })
      return CheckHealth.of({ check })
    }),
  )
}
