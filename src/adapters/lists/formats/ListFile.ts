import { Result, Schema } from 'effect'
import { listFileBytes } from '#domain/Limits.ts'
import type { ListEntry } from '#domain/screening/ListEntry.ts'

/** A file does not have the expected format and is rejected as a whole. The reason says what is wrong, and where. */
export class FormatRefused extends Schema.TaggedError<FormatRefused>()('FormatRefused', { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

interface ListFile {
  /** The date up to which it is complete, according to the file; null if the format does not include it. */
  readonly cutOff: string | null
  readonly entries: ReadonlyArray<ListEntry>
  /** The number of rows that were left out, by reason. They are not about a natural person who could be found. */
  readonly leftOut: Readonly<Record<string, number>>
  /** Reasons why it looks incomplete, each a sentence. An operator decides. */
  readonly doubts: ReadonlyArray<string>
  /** Whether it has the ending of a complete file. If not, its last rows may be missing without another sign. */
  readonly isClosed: boolean
}

/** A file whose entries are read again each time, one after the other, because they may not fit into memory. */
export interface LongFile extends Omit<ListFile, 'entries'> {
  readonly counts: { readonly entries: number; readonly names: number }
  readonly entries: Iterable<ListEntry>
}

export type Read = Result.Result<ListFile, FormatRefused>

export const refuse = (reason: string): never => {
  throw new FormatRefused({ reason })
}

/** Runs a parser that throws `FormatRefused` from inside a row. */
export const reading = <A>(read: () => A): Result.Result<A, FormatRefused> =>
  Result.try({
    try: read,
    catch: (error) => {
      if (error instanceof FormatRefused) return error
      throw error
    },
  })

export const tally = () => {
  const counts: Record<string, number> = {}
  return {
    counts,
    leaveOut: (reason: string): null => {
      counts[reason] = (counts[reason] ?? 0) + 1
      return null
    },
  }
}

/** File types that are sometimes mistaken for a list, by their first bytes. */
const others: ReadonlyArray<readonly [beginning: RegExp, kind: string]> = [
  [/^PK\x03\x04/, 'a workbook (.xlsx) or another ZIP archive'],
  [/^\xd0\xcf\x11\xe0/, 'an old workbook (.xls)'],
  [/^%PDF/, 'a PDF document'],
  [/^\x1f\x8b/, 'a GZIP archive'],
  [/^\s*<(?:!doctype html|html|head|body)/i, 'a web page'],
  [/^\s*[[{]/, 'JSON'],
]
/** This many bytes are enough to detect the type. */
const beginning = 512

const refuseOthers = (bytes: Uint8Array): void => {
  const text = Buffer.from(bytes.slice(0, beginning))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  const [, kind] = others.find(([form]) => form.test(text)) ?? []
  if (kind !== undefined) refuse(`The file is ${kind}, not the machine-readable list.`)
}

/** An accented letter in UTF-8. In Windows-1252 these are two characters that never occur together in a word. */
const accentedInUtf8 = /[ÂÃ][\u0080-\u00bf]/

/**
 * Decodes a file as UTF-8, or else as Windows-1252: accented text in Windows-1252 is never valid UTF-8. A file that
 * mixes both is rejected, because its accented names would be lost silently.
 */
export const textOf = (bytes: Uint8Array): string => {
  if (bytes.length > listFileBytes) refuse(`The file has ${bytes.length} bytes, more than ${listFileBytes}.`)
  refuseOthers(bytes)
  const utf8 = Result.try(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (Result.isSuccess(utf8)) return utf8.success
  if (accentedInUtf8.test(Buffer.from(bytes).toString('latin1'))) refuse('The file mixes UTF-8 and Windows-1252.')
  return new TextDecoder('windows-1252').decode(bytes)
}

/** Removes control characters and extra spaces. */
export const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed()

/** Removes accents and lower-cases, for comparison with known words. */
export const folded = (text: string): string => plain(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
