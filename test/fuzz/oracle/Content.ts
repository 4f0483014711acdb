import {
  describing,
  describingAlone,
  forbiddenUrls,
  namingPlaces,
  neutral,
  opaque,
  publicHosts,
  rating,
  ratingInHost,
  secretParameters,
} from '#test/fuzz/Vocabulary.ts'
import { isCurp } from './Curp.ts'
import { doubtful, type Finding, refused } from './Finding.ts'
import { type Members, textOf } from './Form.ts'

/** Steps 13 to 15, for texts that are known to offend or not to; of others they say that they may. */

const forbidden = new Set(forbiddenUrls)
/** Paths with parameters count as a whole and in their two parts. */
const innocent = new Set(opaque.flatMap((text) => [text, ...(text.startsWith('/') ? text.split('?') : [])]))
const written = new RegExp(
  `^https://(?:${publicHosts.join('|').replace(/[[\].]/g, '\\$&')})(/[^?#]*)?(?:\\?([^#]*))?(?:#.*)?$`,
)

/** Step 13. */
export const judgeUrl = (body: Members): Finding | null => {
  const url = textOf(body, 'webhook_url')
  if (forbidden.has(url) || !/^https:/i.test(url) || /[\s\\]/.test(url)) return refused('peticion_invalida')
  if (secretParameters.some((parameter) => url.endsWith(parameter))) return refused('peticion_invalida')
  return written.test(url) ? null : doubtful('peticion_invalida')
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const words = /[\p{L}\p{M}]+/gu
const tokens = /[\p{L}\p{N}]+/gu

const segmentsOf = (text: string): ReadonlyArray<string> => text.split(/[/?=&]/)
/** Whether a segment is in a list, as it stands or with what numbers it. */
const isIn = (list: ReadonlyArray<string>, segment: string): boolean =>
  [segment, segment.replace(/^ref-/, '').replace(/[-_]\d+$/, '')].some((text) => list.includes(text))

const isMadeOf = (list: ReadonlyArray<string>, text: string): boolean => {
  if (innocent.has(text)) return true
  const unknown = segmentsOf(text).filter((segment) => !isIn(namingPlaces, segment))
  return (unknown.join(' ').replace(uuid, ' ').match(words) ?? []).every((word) => list.includes(word))
}

/** `ref-MOROSO-42`: the word stands for itself. */
const holdsOneOf = (list: ReadonlyArray<string>, text: string): boolean =>
  /^[\w/?=&.-]+$/.test(text) && (text.toLowerCase().match(/[a-z]+/g) ?? []).some((word) => list.includes(word))

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string): ReadonlyArray<string> => fold(text).match(words) ?? []

/** `/hooks/obrero-3/7`: nothing else is said there. */
const standsAlone = (text: string): boolean => segmentsOf(text).some((segment) => isIn(describingAlone, segment))

const isSecret = (text: string): boolean => /avs_(?:live|test)_\w{40}|whsec_[\w+/]{40}/.test(text)
const isAddress = (text: string): boolean => /[a-z](?:@|%40)[a-z]+\.mx/.test(text)
const isAnnounced = (text: string): boolean => /\b(?:pasaporte-G|tel-|nss-)\d{9}/.test(text)

/** The words of the three names, each with the first name that has it. */
const namesOf = (body: Members): ReadonlyMap<string, string> =>
  new Map(
    ['apellido_materno', 'apellido_paterno', 'nombre'].flatMap((name) =>
      wordsOf(textOf(body, 'solicitante', name)).map((word) => [word, name] as const),
    ),
  )

/** `solicitud_id`, `propiedad_id`, path and parameters of `webhook_url`. */
const opaqueTexts = (body: Members): ReadonlyArray<string> => {
  const [, path = '', query = ''] = written.exec(textOf(body, 'webhook_url')) ?? []
  return [textOf(body, 'solicitud_id'), textOf(body, 'propiedad_id'), path, query]
}

/** Texts that must hold no CURP, and no beginning of this one. */
const otherTexts = (body: Members): ReadonlyArray<string> => {
  const [host = ''] = /^https:\/\/[^/?#]*/.exec(textOf(body, 'webhook_url')) ?? []
  return [host, textOf(body, 'consentimiento', 'version_aviso'), textOf(body, 'consentimiento', 'evidencia_id')]
}

/** Step 14. */
export const judgeOpacity = (body: Members): Finding | null => {
  const fields = namesOf(body)
  const names = [...fields.keys()].filter((name) => name.length > 2)
  const beginning = textOf(body, 'solicitante', 'curp').slice(0, 10)
  const texts = opaqueTexts(body)
  const holdsCurp = (text: string) =>
    (text.match(tokens) ?? []).some((token) => isCurp(token) || token.startsWith(beginning))
  const isTold = (text: string) =>
    holdsOneOf(describing, text) ||
    standsAlone(text) ||
    isSecret(text) ||
    isAddress(text) ||
    isAnnounced(text) ||
    holdsCurp(text)
  const isNamed = (text: string) => {
    const told = new Set(wordsOf(text).flatMap((word) => (word.length > 7 ? (fields.get(word) ?? []) : [])))
    return told.size > 1
  }
  if (texts.some((text) => isTold(text) || isNamed(text)) || otherTexts(body).some(holdsCurp)) {
    return refused('peticion_invalida')
  }
  // Names may also be parts of a joined word.
  const mayBeNamed = (text: string) => names.filter((name) => fold(text).includes(name)).length > 1
  const mayHoldCurp = (text: string) =>
    fold(text)
      .replace(/[^a-z0-9]/g, '')
      .includes(beginning.toLowerCase())
  const isClear = (text: string) => isMadeOf([...neutral, ...rating], text) && !mayBeNamed(text)
  return texts.every(isClear) && ![...texts, ...otherTexts(body)].some(mayHoldCurp)
    ? null
    : doubtful('peticion_invalida')
}

/** Step 15. */
export const judgeVocabulary = (body: Members): Finding | null => {
  const [, host = '', fragment = ''] = /^https:\/\/([^/?#]*)[^#]*#?(.*)$/i.exec(textOf(body, 'webhook_url')) ?? []
  const texts = [...opaqueTexts(body), fragment]
  const isRatedInHost = host
    .toLowerCase()
    .split(/[.-]/)
    .some((part) => ratingInHost.includes(part))
  if (isRatedInHost || texts.some((text) => holdsOneOf(rating, text))) return refused('vocabulario_no_permitido')
  const isKnownHost = written.test(textOf(body, 'webhook_url')) || /^[a-z\d.-]*$/i.test(host)
  return isKnownHost && texts.every((text) => isMadeOf(neutral, text)) ? null : doubtful('vocabulario_no_permitido')
}
