import { Option, Schema } from 'effect'
import { containsCurp, containsRfc } from '#domain/person/Curp.ts'
import { holdsIdentifier, type NameSearch } from '#domain/wording/OpaqueText.ts'
import { readingOf } from '#domain/wording/Tokens.ts'
import { usesForbiddenWord } from '#domain/wording/Wording.ts'
import { Respuesta } from './Respuesta.ts'

/**
 * The control that every answer about a verification must pass before it is sent (contract 4.37). It fails closed: an
 * answer that does not pass is not sent.
 */

const decodeClosed = Schema.decodeUnknownOption(Respuesta, { onExcessProperty: 'error' })

/** Rules that involve several fields. */
const isConsistent = ({ estado, recomendacion, cobro, resuelto_en, cobertura_fuentes }: Respuesta): boolean => {
  const emitted = estado === 'emitida'
  const charged = cobro.estatus === 'cargada' || cobro.estatus === 'transferencia_encolada'
  if ((recomendacion !== null) !== emitted || charged !== emitted) return false
  if ((resuelto_en === null) !== (estado === 'en_proceso') || (cobertura_fuentes === null) !== (resuelto_en === null)) {
    return false
  }
  if (recomendacion === null) return true
  const { factores, por_que_este_nivel } = recomendacion.sustento_documental
  const codes = new Set(factores.map(({ codigo }) => codigo))
  return (
    (por_que_este_nivel?.determinantes ?? []).every((code) => codes.has(code)) &&
    recomendacion.siguientes_pasos.at(-1)?.codigo === 'DECISION_DEL_ARRENDADOR'
  )
}

const textsOf = ({ recomendacion }: Respuesta): ReadonlyArray<string> => {
  if (recomendacion === null) return []
  const { factores, microexplicacion, por_que_este_nivel } = recomendacion.sustento_documental
  return [
    recomendacion.mensaje,
    microexplicacion,
    por_que_este_nivel?.explicacion ?? '',
    ...factores.flatMap(({ codigo, texto, que_se_reviso, que_significa }) => [
      codigo,
      texto,
      que_se_reviso ?? '',
      que_significa ?? '',
    ]),
    ...recomendacion.siguientes_pasos.flatMap(({ codigo, texto }) => [codigo, texto]),
  ]
}

const isClean = (text: string): boolean => !usesForbiddenWord(text) && !containsCurp(text) && !containsRfc(text)

/** Recommendations that passed before, as they are sent. They come from closed catalogs, and few are frequent. */
const known = new Set<string>()
const knownRecommendations = 1_024

/** Whether it has the form of the contract, and its texts are clean. */
const isSound = (document: Respuesta): boolean => {
  const recommendation = JSON.stringify(document.recomendacion)
  if (known.has(recommendation)) return Option.isSome(decodeClosed({ ...document, recomendacion: null }))
  if (Option.isNone(decodeClosed(document)) || !textsOf(document).every(isClean)) return false
  if (known.size >= knownRecommendations) known.clear()
  known.add(recommendation)
  return true
}

/**
 * Whether a text that the partner sent may be echoed.
 *
 * @param holdsName finds the applicant's names; given in the answer to the request that contained them
 */
export const mayBeEchoed = (text: string, holdsName: NameSearch = () => false): boolean => {
  const reading = readingOf(text)
  return !holdsIdentifier(reading) && !holdsName(reading)
}

/**
 * Whether a verification's document may be sent.
 *
 * @param holdsName as for `mayBeEchoed`
 */
export const passes = (document: Respuesta, holdsName?: NameSearch): boolean =>
  isSound(document) && isConsistent(document) && mayBeEchoed(document.solicitud_id ?? '', holdsName)
