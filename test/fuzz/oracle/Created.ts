import { type Document, differing } from './Expectation.ts'
import { type Payment, price, type Terms } from './Terms.ts'

/** A verification that was accepted, and the document that everybody reads of it. */

export interface Created {
  readonly verificacionId: string
  readonly solicitudId: string
  /** The decoded body, so that only the same one is the same. */
  readonly content: string
  readonly curp: string
  readonly payment: Payment | undefined
  estado: 'en_proceso' | 'emitida' | 'no_concluyente'
}

const inconclusive = /^(?:FALL|NOEX)/

/** How a verification ends in the sandbox (contract 8.6). */
export const endOf = ({ curp }: Created): 'emitida' | 'no_concluyente' =>
  inconclusive.test(curp) ? 'no_concluyente' : 'emitida'

const emitted = { consumo: 'cargada', connect: 'transferencia_encolada' }

/** `cobro` of a verification (contract 2.11). */
const chargeOf = (estado: Created['estado'], modo: Terms['modo']): Document => {
  const nothing = { estatus: null, modo, monto: null, moneda: null, motivo_no_aplicada: null }
  if (estado === 'en_proceso') return nothing
  if (estado === 'emitida') return { ...nothing, estatus: emitted[modo], monto: price, moneda: 'MXN' }
  return { ...nothing, estatus: 'no_aplicada', motivo_no_aplicada: 'recomendacion_no_emitida' }
}

/** What members must be null; the others must not. */
const nullWhile: Readonly<Record<string, ReadonlyArray<Created['estado']>>> = {
  recomendacion: ['en_proceso', 'no_concluyente'],
  cobertura_fuentes: ['en_proceso'],
  resuelto_en: ['en_proceso'],
  vigencia_hasta: ['en_proceso', 'no_concluyente'],
}

/** What is wrong with the document of a verification. */
export const misread = (document: Document, { modo }: Terms, created: Omit<Created, 'verificacionId'>): string => {
  const { solicitudId, estado } = created
  const wronglyNull = Object.entries(nullWhile)
    .filter(([name, states]) => (document[name] === null) !== states.includes(estado))
    .map(([name]) => `${name} is ${JSON.stringify(document[name])} while ${estado}, `)
  const version_prompt = estado === 'emitida' ? 'motor-2.0.0' : null
  const known = { solicitud_id: solicitudId, estado, cobro: chargeOf(estado, modo), version_prompt }
  return wronglyNull.join('') + differing(document, { ...known, environment: 'sandbox', source: 'synthetic_fixture' })
}
