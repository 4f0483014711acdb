import * as Model from './Model.ts'

/** The documents of the service as far as the model knows them, and what it says of them. */

export const expectEqual = (what: string, actual: unknown, expected: unknown): void => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)}, the model says ${JSON.stringify(expected)}`)
  }
}

const field = (body: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    body,
  )

/** The parts of a verification's document that the model knows. */
export const seen = (document: unknown) => ({
  id: field(document, 'verificacion_id'),
  solicitud: field(document, 'solicitud_id'),
  estado: field(document, 'estado'),
  cobro: field(document, 'cobro'),
  accion: field(document, 'recomendacion', 'accion') ?? null,
  nivel: field(document, 'recomendacion', 'sustento_documental', 'nivel') ?? null,
  consultadas: field(document, 'cobertura_fuentes', 'consultadas') ?? null,
  disponibles: field(document, 'cobertura_fuentes', 'disponibles') ?? null,
})

const cobroOf = (modo: Model.ModelAccount['mode'], ended: Model.Outcome | null) => {
  const nothing = { modo, monto: null, moneda: null }
  if (ended === null) return { estatus: null, ...nothing, motivo_no_aplicada: null }
  if (ended.estado === 'no_concluyente') {
    return { estatus: 'no_aplicada', ...nothing, motivo_no_aplicada: 'recomendacion_no_emitida' }
  }
  const estatus = modo === 'connect' ? 'transferencia_encolada' : 'cargada'
  return { estatus, modo, monto: Model.price, moneda: 'MXN', motivo_no_aplicada: null }
}

export const solicitud = (request: number): string => `sol-${request}`

export const modelled = ({ mode }: Model.ModelAccount, { id, request, ended }: Model.Modelled) => ({
  id,
  solicitud: solicitud(request),
  estado: ended?.estado ?? 'en_proceso',
  cobro: cobroOf(mode, ended),
  accion: ended?.accion ?? null,
  nivel: ended?.nivel ?? null,
  consultadas: ended?.consultadas ?? null,
  disponibles: ended?.disponibles ?? null,
})
