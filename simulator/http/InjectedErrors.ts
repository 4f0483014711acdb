import { Context, Effect, Layer } from 'effect'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'
import { Rejection } from '#wire/Rejection.ts'

/** Errors of the service that can be asked for, so that a partner can try its retries. */
const rejections = ['error_interno', 'respuesta_retenida', 'base_no_alcanzable', 'limite_excedido'] as const
/** What happens on the way of an answer: over HTTP alone. */
export const accidents = ['conexion_cortada', 'respuesta_tardia', 'proxy_502'] as const
export const injectable = [...rejections, ...accidents] as const

type Rejected = (typeof rejections)[number]
export type Accident = (typeof accidents)[number]
type Injected = Rejected | Accident

const isAccident = (codigo: Injected): codigo is Accident => accidents.some((one) => one === codigo)

/** What happens to the next creations instead of being judged, oldest order first. */
export class InjectedErrors extends Context.Service<
  InjectedErrors,
  {
    readonly add: (codigo: Injected, times: number) => Effect.Effect<void>
    /** Takes what the request at hand meets, if anything is left. */
    readonly take: () => Rejection | Accident | null
    /** The same, of a call that has no connection of its own: it meets errors alone. */
    readonly takeRejection: () => Rejection | null
    /** What is left, in order. */
    readonly pending: () => ReadonlyArray<{ readonly codigo: Injected; readonly veces: number }>
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/InjectedErrors') {
  static readonly layer = Layer.sync(InjectedErrors, () => {
    const { get: orders, reset, save } = makeCell((): Array<{ readonly codigo: Injected; left: number }> => [])
    const taken = (): Injected | null => {
      const [order] = orders()
      if (order === undefined) return null
      order.left -= 1
      if (order.left === 0) orders().shift()
      return order.codigo
    }
    const next = (): Rejection | Accident | null => {
      const codigo = taken()
      return codigo === null || isAccident(codigo) ? codigo : rejectionOf(codigo)
    }
    return InjectedErrors.of({
      add: (codigo, times) => Effect.sync(() => void orders().push({ codigo, left: times })),
      take: next,
      takeRejection: () => {
        const [order] = orders()
        if (order === undefined || isAccident(order.codigo)) return null
        taken()
        return rejectionOf(order.codigo)
      },
      pending: () => orders().map(({ codigo, left }) => ({ codigo, veces: left })),
      reset,
      save,
    })
  })
}

/** Who is refused for a limit may come again at once. */
const rejectionOf = (codigo: Rejected): Rejection =>
  new Rejection({ codigo, ...(codigo === 'limite_excedido' ? { retryAfterSeconds: 1 } : {}) })
