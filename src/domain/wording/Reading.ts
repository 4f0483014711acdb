/**
 * How a text may be read: as it stands and percent-decoded once and twice, without accents, invisible
 * characters, full-width letters and foreign letters that look like ours.
 */

const ascii = /^[\x00-\x7f]*$/
const lastOfAscii = 0x7f
/** Marks over letters, and what leaves no ink. */
const unseen = /[\p{M}\p{Cf}]/gu
const foreign = /[^\x00-\x7f]+/g
/** Stands for a foreign character, and for an escape as it stands. */
const sign = ' '

/** Foreign letters that look like ours. */
export const lookAlikes = new Map(
  'аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX αa εe ιi κk νv οo ρp τt υu χx ΑA ΒB ΕE ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ıi øo łl'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

const rowLength = 256
/** The last row of the Basic Multilingual Plane. */
const lastBasicRow = 0xff
/** Rows beyond it where letters and digits of ours hide: modifiers, outlined, mathematical, enclosed, segmented. */
const hiding = new Set([0x107, 0x1cc, 0x1d4, 0x1d5, 0x1d6, 0x1d7, 0x1f1, 0x1fb])

const foldPoint = (point: number): string =>
  [...String.fromCodePoint(point).normalize('NFKD').replace(unseen, '')]
    .map((char) => lookAlikes.get(char) ?? char)
    .join('')
    .replace(foreign, sign)

/** What characters are in ASCII, a row of them at a time: made when the first of it is met. */
const rows = new Map<number, ReadonlyArray<string>>()

const folded = (point: number): string => {
  const row = Math.floor(point / rowLength)
  if (row > lastBasicRow && !hiding.has(row)) return sign
  const known = rows.get(row) ?? Array.from({ length: rowLength }, (_, at) => foldPoint(row * rowLength + at))
  rows.set(row, known)
  return known[point % rowLength] ?? sign
}

/**
 * In ASCII: without accents, invisible characters, compatibility forms and foreign letters that look
 * alike; what else is foreign is a sign.
 */
export const fold = (text: string): string => {
  if (ascii.test(text)) return text
  let all = ''
  let copied = 0
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) <= lastOfAscii) continue
    const point = text.codePointAt(at) ?? 0
    all += text.slice(copied, at) + folded(point)
    at += point > 0xffff ? 1 : 0
    copied = at + 1
  }
  return all + text.slice(copied)
}

/** The value of two hexadecimal digits, or -1. */
const byteAt = (text: string, at: number): number => {
  const high = hexadecimal[text.charCodeAt(at)] ?? notHexadecimal
  const low = hexadecimal[text.charCodeAt(at + 1)] ?? notHexadecimal
  return high === notHexadecimal || low === notHexadecimal ? -1 : 16 * high + low
}

const notHexadecimal = 255
const hexadecimal = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase())
  return digit === -1 ? notHexadecimal : digit
})

const percent = 0x25

/** What a first byte of UTF-8 says: how many follow it, and what it holds itself. */
const sequences = [
  { least: 0xc2, most: 0xdf, following: 1, mask: 0x1f },
  { least: 0xe0, most: 0xef, following: 2, mask: 0x0f },
  { least: 0xf0, most: 0xf4, following: 3, mask: 0x07 },
] as const
const lastPoint = 0x10ffff

/** The letters of these bytes in UTF-8, folded, or none. */
const utf8Of = (bytes: ReadonlyArray<number>): string | null => {
  let letters = ''
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    const sequence = sequences.find(({ least, most }) => first >= least && first <= most)
    if (sequence === undefined) return null
    let point = first & sequence.mask
    for (const end = at + sequence.following; at < end; ) {
      const byte = bytes[++at] ?? 0
      if ((byte & 0xc0) !== 0x80) return null
      point = (point << 6) | (byte & 0x3f)
    }
    if (point > lastPoint) return null
    letters += folded(point)
    at += 1
  }
  return letters
}

/** Bytes that are not UTF-8 are read as Latin-1, which older software writes. */
const lettersOf = (bytes: ReadonlyArray<number>): string => utf8Of(bytes) ?? bytes.map(folded).join('')

interface Run {
  readonly letters: string
  readonly end: number
}

/** What the escapes that touch each other from here on stand for. */
const runAt = (text: string, from: number, asItStands: boolean): Run => {
  let letters = ''
  let bytes: Array<number> = []
  let at = from
  const flush = () => {
    letters += lettersOf(bytes)
    bytes = []
  }
  while (text.charCodeAt(at) === percent) {
    let digits = at + 1
    let byte = byteAt(text, digits)
    if (byte === -1) break
    while (asItStands && byte === percent && byteAt(text, digits + 2) !== -1) {
      digits += 2
      byte = byteAt(text, digits)
    }
    at = digits + 2
    if (byte > lastOfAscii) bytes.push(byte)
    else {
      flush()
      letters += asItStands ? sign : String.fromCharCode(byte)
    }
  }
  flush()
  return { letters, end: at }
}

/**
 * Reads escapes as what they stand for.
 *
 * @param asItStands whether an escaped letter of ours is a sign, as a reader sees it; an escaped accent
 *   is a letter, also when its escape is escaped
 */
const decode = (text: string, asItStands: boolean): string => {
  let decoded = ''
  let at = 0
  for (let escape = text.indexOf('%'); escape !== -1; ) {
    const { letters, end } = runAt(text, escape, asItStands)
    decoded += text.slice(at, escape) + letters
    at = end
    escape = text.indexOf('%', Math.max(end, escape + 1))
  }
  return decoded + text.slice(at)
}

/** The text as it stands, percent-decoded once and twice, each folded; no reading twice. */
export const readingsOf = (text: string): ReadonlyArray<string> => {
  const plain = fold(text)
  if (!plain.includes('%')) return [plain]
  const once = decode(plain, false)
  return [...new Set([decode(plain, true), decode(once, true), decode(once, false)])]
}
