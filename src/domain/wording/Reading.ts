import { Result } from 'effect'

/**
 * How a text may be read: as it stands and percent-decoded once and twice, without accents, invisible
 * characters, full-width letters and foreign letters that look like ours.
 */

const escapes = /(?:%[0-9a-f]{2})+/gi
const nestedEscapes = /(?:%(?:25)*[0-9a-f]{2})+/gi

/** Bytes that are not UTF-8 are read as Latin-1, which older software writes. */
const latin1 = (run: string): string =>
  run.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

const percentDecode = (text: string): string =>
  text.replace(escapes, (run) =>
    Result.getOrElse(
      Result.try(() => decodeURIComponent(run)),
      () => latin1(run),
    ),
  )

/** The text as it stands: an escaped letter of ours ends a word, an escaped accent does not. */
const undecoded = (text: string): string =>
  text.replace(nestedEscapes, (run) => percentDecode(percentDecode(run)).replace(/[\x00-\x7f]/g, ' '))

const ascii = /^[\x00-\x7f]*$/
const marks = /[\p{M}\p{Cf}]/gu
const lookAlikes = new Map(
  'аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX αa εe ιi κk νv οo ρp τt υu χx ΑA ΒB ΕE ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ıi øo łl'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
)
const lookAlike = new RegExp(`[${[...lookAlikes.keys()].join('')}]`, 'gu')

/** Without accents, invisible characters, compatibility forms and foreign letters that look alike. */
export const fold = (text: string): string =>
  ascii.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(marks, '')
        .replace(lookAlike, (letter) => lookAlikes.get(letter) ?? letter)

/** The text as it stands, percent-decoded once and twice, each folded; no reading twice. */
export const readingsOf = (text: string): ReadonlyArray<string> => {
  if (!text.includes('%')) return [fold(text)]
  const once = percentDecode(text)
  return [...new Set([undecoded(text), undecoded(once), percentDecode(once)].map(fold))]
}
