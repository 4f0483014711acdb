import { Context, Effect, Layer } from 'effect'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'
import type { Codigo } from '#wire/Errores.ts'
import { Rejection } from '#wire/Rejection.ts'

/** Errors that can be asked for, so that a partner can try its retries. */
export const injectable = ['error_interno', 'respuesta_retenida', 'base_no_alcanzable', 'limite_excedido'] as const

/** The errors that the next creations answer instead of being judged, oldest order first. */
export class InjectedErrors extends Context.Service<
  InjectedErrors,
  {
    readonly add: (codigo: (typeof injectable)[number], times: number) => Effect.Effect<void>
    /** Takes the error that the request at hand answers, if any is left. */
    readonly take: () => Rejection | null
    /** What is left, in order. */
    readonly pending: () => ReadonlyArray<{ readonly codigo: Codigo; readonly veces: number }>
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/InjectedErrors') {
  static readonly layer = Layer.sync(InjectedErrors, () => {
    const { get: orders, reset, save } = makeCell((): Array<{ readonly codigo: Codigo; left: number }> => [])
    return InjectedErrors.of({
      add: (codigo, times) => Effect.sync(() => void orders().push({ codigo, left: times })),
      take: () => {
        const [order] = orders()
        if (order === undefined) return null
        order.left -= 1
        if (order.left === 0) orders().shift()
        return rejectionOf(order.codigo)
      },
      pending: () => orders().map(({ codigo, left }) => ({ codigo, veces: left })),
      reset,
      save,
    })
  })
}

/** Who is refused for a limit may come again at once. */
const rejectionOf = (codigo: Codigo): Rejection =>
  new Rejection({ codigo, ...(codigo === 'limite_excedido' ? { retryAfterSeconds: 1 } : {}) })
