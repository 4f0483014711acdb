import { Context, Effect, Layer } from 'effect'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'

/** The processor's calls, as levers name them. */
export const processorCalls = ['consultar_pago', 'crear_transferencia', 'listar_transferencias'] as const
export type ProcessorCall = (typeof processorCalls)[number]

/**
 * In order: never answers; answers 500 instead of acting; answers 500 after acting; refuses for the rate; acts and
 * drops the connection.
 */
export const processorFaults = [
  'sin_respuesta',
  'error_500',
  'error_500_tras_ejecutar',
  'limite_429',
  'respuesta_perdida',
] as const
export type ProcessorFault = (typeof processorFaults)[number]

/** What goes wrong at the simulated processor, oldest order of a call first. */
export class ProcessorFaults extends Context.Service<
  ProcessorFaults,
  {
    /** The next `times` calls meet this fault, after those of earlier orders. */
    readonly put: (call: ProcessorCall, fault: ProcessorFault, times: number) => Effect.Effect<void>
    /** Takes the fault of the call at hand, if any is left. */
    readonly take: (call: ProcessorCall) => ProcessorFault | null
    /** What the next calls will meet. */
    readonly pending: () => ReadonlyArray<{
      readonly call: ProcessorCall
      readonly fault: ProcessorFault
      readonly left: number
    }>
    /** How often a fault was taken so far. */
    readonly taken: () => number
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/processor/ProcessorFaults') {
  static readonly layer = Layer.sync(ProcessorFaults, () => {
    const {
      get: orders,
      reset,
      save,
    } = makeCell((): Array<{ readonly call: ProcessorCall; readonly fault: ProcessorFault; left: number }> => [])
    let taken = 0
    return ProcessorFaults.of({
      put: (call, fault, times) => Effect.sync(() => void orders().push({ call, fault, left: times })),
      take: (call) => {
        const order = orders().find((one) => one.call === call && one.left > 0)
        if (order === undefined) return null
        order.left -= 1
        taken += 1
        if (order.left === 0) orders().splice(orders().indexOf(order), 1)
        return order.fault
      },
      pending: () => orders(),
      taken: () => taken,
      reset,
      save,
    })
  })
}
