import { type Token, tokensOf } from './Tokens.ts'

/** A text in the form that is judged: decoded, without accents and compatibility forms, and split into tokens. */
export interface Reading {
  readonly text: string
  readonly tokens: ReadonlyArray<Token>
}

const ascii = /^[\x00-\x7f]*$/
/** Combining marks and invisible characters. */
const unseen = /[\p{M}\p{Cf}]/gu
const escapes = /(?:%[0-9a-f]{2})+/gi
const utf8 = new TextDecoder()

const bytesOf = (run: string): Uint8Array =>
  Uint8Array.from(run.slice(1).split('%'), (byte) => Number.parseInt(byte, 16))

/** Malformed escapes stay unchanged. */
const decode = (text: string): string => text.replace(escapes, (run) => utf8.decode(bytesOf(run)))

const fold = (text: string): string => (ascii.test(text) ? text : text.normalize('NFKD').replace(unseen, ''))

/** Percent-decoded twice and folded; upper and lower case are kept. */
export const decoded = (text: string): string => fold(decode(decode(fold(text))))

export const readingOf = (text: string): Reading => {
  const read = decoded(text)
  return { text: read, tokens: tokensOf(read) }
}
