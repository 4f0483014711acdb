import { Context, Effect, Layer } from 'effect'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { reject } from '#wire/Rejection.ts'
import type { Salud } from '#wire/Respuesta.ts'
import type { Failure } from './CurrentRequest.ts'
import { ServiceContext } from './ServiceContext.ts'

/**
 * Whether this replica is shutting down. It still answers for a while, but is not ready, so that load balancers send
 * requests elsewhere.
 */
export class ReadinessGate extends Context.Service<ReadinessGate, { isDraining: boolean }>()(
  'cotejo/application/ReadinessGate',
) {
  static readonly layer = Layer.sync(ReadinessGate, () => ReadinessGate.of({ isDraining: false }))
}

/** Readiness: the replica is not shutting down, and its database is reachable and writable. */
export class CheckHealth extends Context.Service<
  CheckHealth,
  { readonly check: Effect.Effect<typeof Salud.Type, Failure> }
>()('cotejo/application/CheckHealth') {
  static readonly layer = Layer.effect(
    CheckHealth,
    Effect.gen(function* () {
      const storage = yield* StorageHealth
      const gate = yield* ReadinessGate
      const { version } = yield* ServiceContext
      const check = Effect.gen(function* () {
        if (gate.isDraining) return yield* reject('por_detenerse')
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
