/**
 * Repairs the broken encodings in which forms and their systems send letters outside ASCII. No name is written like
 * this, so the repair never changes a name that is intact.
 */

/** The characters of the bytes 0x80 to 0x9F in Windows-1252. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The byte that an old system reads as this character. */
const byteOf = (char: string): number => {
  const at = windows1252.indexOf(char)
  return at < 0 ? char.charCodeAt(0) : 0x80 + at
}

/** The bytes of one letter in UTF-8, read as two letters: `Ã±` for ñ. Some systems then write `ã±` in lower case. */
const misread = /([Â-Åã])([\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ])/g

const reread = (_: string, lead: string, rest: string): string =>
  String.fromCharCode(((byteOf(lead.toUpperCase()) & 0x1f) << 6) | (byteOf(rest) & 0x3f))

/** Text may be misread twice: `ÃƒÂ±`. */
const readAgain = (text: string): string => text.replace(misread, reread).replace(misread, reread)

const entities: ReadonlyMap<string, string> = new Map([
  ['acute', '\u0301'],
  ['grave', '\u0300'],
  ['circ', '\u0302'],
  ['tilde', '\u0303'],
  ['uml', '\u0308'],
  ['cedil', '\u0327'],
])

const codePoint = (digits: string, base: number): string => {
  const value = Number.parseInt(digits, base)
  return value > 0 && value <= 0x10_ffff ? String.fromCodePoint(value) : ''
}

const withoutEntities = (text: string): string =>
  text
    .replace(/&amp;/gi, '&')
    .replace(/&#(\d{1,7});?/g, (_, digits: string) => codePoint(digits, 10))
    .replace(/&#x([\da-f]{1,6});?/gi, (_, digits: string) => codePoint(digits, 16))
    .replace(/&(?:apos|rsquo);/gi, "'")
    .replace(/&nbsp;/gi, ' ')
    .replace(
      /&([a-z])(acute|grave|circ|tilde|uml|cedil);?/gi,
      (_, letter: string, mark: string) => letter + (entities.get(mark.toLowerCase()) ?? ''),
    )

const utf8 = new TextDecoder()

/** One escaped byte is a letter of Latin-1, several are letters in UTF-8. */
const unescaped = (escapes: string): string => {
  const bytes = escapes
    .split('%')
    .slice(1)
    .map((digits) => Number.parseInt(digits, 16))
  return bytes.length === 1 ? String.fromCharCode(...bytes) : utf8.decode(Uint8Array.from(bytes))
}

const isEscaped = /%[\da-f]{2}/i

const withoutEscapes = (text: string): string => {
  const plain = text.replace(/\\u([\da-f]{4})/gi, (_, digits: string) => codePoint(digits, 16))
  return isEscaped.test(plain) ? plain.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, unescaped) : plain
}

/** The sign of a letter that cannot be read. */
export const unreadable = '?'

/** A sign in a word stands for a letter that was lost. Of Ã a second byte is missing, except in JOÃO and MAGALHÃES. */
const lost = /[?#\ufffd]+|Ã(?![EO])/gu
const isLetter = (text: string): boolean => /^\p{L}$/u.test(text)

/** A number sign is one only after a letter. */
const asUnreadable = (signs: string, at: number, text: string): string => {
  if (signs === 'Ã' || isLetter(text.charAt(at - 1))) return unreadable.repeat(signs.length)
  return isLetter(text.charAt(at + signs.length)) ? signs.replaceAll('\ufffd', unreadable) : signs
}

/** `n~`, and letters of old code pages. */
const oldLetters = (text: string): string =>
  text
    .replace(/(?<=n)[~˜]|(?<=\p{L})¤(?=\p{L})/giu, (sign) => (sign === '¤' ? 'ñ' : '\u0303'))
    .replace(/(?<=\p{L})¥(?=\p{L})/gu, 'Ñ')

/** Letters, and what is between them in names. Ã and its like may be half of a letter. */
const intact = /^[\p{L}\p{M}\s.,'’-]*$/u
const doubtful = /[Â-Åãªº~]/u

export const repaired = (text: string): string =>
  intact.test(text) && !doubtful.test(text)
    ? text
    : oldLetters(readAgain(withoutEntities(withoutEscapes(text)))).replace(lost, asUnreadable)
