import {
  describing,
  forbiddenUrls,
  neutral,
  opaque,
  publicHosts,
  rating,
  secretParameter,
} from '#test/fuzz/Vocabulary.ts'
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
  if (url.endsWith(secretParameter)) return refused('peticion_invalida')
  return written.test(url) ? null : doubtful('peticion_invalida')
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const words = /[\p{L}\p{M}]+/gu

const isMadeOf = (list: ReadonlyArray<string>, text: string): boolean =>
  innocent.has(text) || (text.replace(uuid, ' ').match(words) ?? []).every((word) => list.includes(word))

const holds = (one: string, text: string): boolean => /^[\w/?=&.-]+$/.test(text) && text.split(/[^a-z]+/).includes(one)

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** `solicitud_id`, `propiedad_id`, path and parameters of `webhook_url`. */
const opaqueTexts = (body: Members): ReadonlyArray<string> => {
  const [, path = '', query = ''] = written.exec(textOf(body, 'webhook_url')) ?? []
  return [textOf(body, 'solicitud_id'), textOf(body, 'propiedad_id'), path, query]
}

/** Step 14. */
export const judgeOpacity = (body: Members): Finding | null => {
  const texts = opaqueTexts(body)
  if (texts.some((text) => holds(describing, text))) return refused('peticion_invalida')
  const names = ['nombre', 'apellido_paterno', 'apellido_materno']
    .flatMap((name) => fold(textOf(body, 'solicitante', name)).match(words) ?? [])
    .filter((name) => name.length > 2)
  const mayBeNamed = (text: string) => names.filter((name) => fold(text).includes(name)).length > 1
  const isClear = (text: string) => isMadeOf([...neutral, rating], text) && !mayBeNamed(text)
  return texts.every(isClear) ? null : doubtful('peticion_invalida')
}

/** Step 15. */
export const judgeVocabulary = (body: Members): Finding | null => {
  const texts = opaqueTexts(body)
  if (texts.some((text) => holds(rating, text))) return refused('vocabulario_no_permitido')
  const isKnownHost = written.test(textOf(body, 'webhook_url'))
  return isKnownHost && texts.every((text) => isMadeOf(neutral, text)) ? null : doubtful('vocabulario_no_permitido')
}
