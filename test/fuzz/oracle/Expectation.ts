import type { Operation } from '#test/fuzz/Contract.ts'
import type { Codigo } from '#wire/Errores.ts'
import type { Steps } from './Finding.ts'

/** The statuses of specification section 7. */
const statusOf: Record<Codigo, number> = {
  campo_desconocido: 400,
  curp_invalida: 400,
  idempotency_key_ausente: 400,
  peticion_invalida: 400,
  vocabulario_no_permitido: 400,
  llave_ausente: 401,
  llave_invalida: 401,
  cobro_no_verificado: 402,
  consumo_agotado: 402,
  verificacion_no_encontrada: 404,
  conflicto_idempotencia: 409,
  cuerpo_demasiado_grande: 413,
  consentimiento_faltante: 422,
  limite_excedido: 429,
  error_interno: 500,
  respuesta_retenida: 500,
  ruta_no_disponible: 501,
  base_no_alcanzable: 503,
}

export interface Refusal {
  /** Step of the order of judgement that refuses; 0 before the first. */
  readonly step: number
  readonly status: number
  readonly codigo: Codigo
  /** What `Allow` must name, with 405. */
  readonly allow?: ReadonlyArray<string>
}

/** A document of 200, whose members are asked for one by one. */
export type Document = Readonly<Record<string, unknown>>

/** What a document has that it should not, of the members that are known. */
export const differing = (document: Document, known: Document): string =>
  Object.entries(known)
    .filter(([name, value]) => JSON.stringify(document[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${name} is ${JSON.stringify(document[name])} and not ${JSON.stringify(value)}`)
    .join(', ')

/** Every answer that a request may be given. */
export interface Expectation {
  readonly operation: Operation | null
  readonly refusals: ReadonlyArray<Refusal>
  /** What is wrong with a document of 200, empty when nothing; null when there may be no 200. */
  readonly accepts: ((document: Document) => string) | null
}

/**
 * Goes through what the steps say, up to the first that surely refuses.
 *
 * @returns the refusals that may come, and what the steps end with when none is sure
 */
export const upToRefusal = <A>(
  steps: Steps<A>,
): { readonly refusals: ReadonlyArray<Refusal>; readonly end: A | null } => {
  const refusals: Array<Refusal> = []
  while (true) {
    const next = steps.next()
    if (next.done === true) return { refusals, end: next.value }
    const [step, finding] = next.value
    if (finding === null) continue
    const { codigo, isSure } = finding
    refusals.push({ step, status: statusOf[codigo], codigo })
    if (isSure) return { refusals, end: null }
  }
}
