import { Result, Schema } from 'effect'
import { listFileBytes } from '#domain/Limits.ts'
import type { ListEntry } from '#domain/screening/ListEntry.ts'

/** A file is not of the format that it should be; nothing of it is taken. The reason says what is wrong, and where. */
export class FormatRefused extends Schema.TaggedError<FormatRefused>()('FormatRefused', { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

/** What a file of a list holds. */
export interface ListFile {
  /** Up to when it is complete, as it says itself; null when its format does not tell. */
  readonly cutOff: string | null
  readonly entries: ReadonlyArray<ListEntry>
  /** How many of its rows are of no natural person that could be found, by reason. */
  readonly leftOut: Readonly<Record<string, number>>
  /** What makes it look incomplete, each a sentence: an operator decides whether it is. */
  readonly doubts: ReadonlyArray<string>
  /** Whether it ends as only a whole one does. If not, it may lack its last rows without a sign of it. */
  readonly isClosed: boolean
}

/** What was read, or why it is refused. */
export type Read = Result.Result<ListFile, FormatRefused>

export const refuse = (reason: string): never => {
  throw new FormatRefused({ reason })
}

/** Runs a reader that refuses by throwing, deep in a row. */
export const reading = (read: () => ListFile): Read =>
  Result.try({
    try: read,
    catch: (error) => {
      if (error instanceof FormatRefused) return error
      throw error
    },
  })

/** Counts what is left out. */
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

/** What is taken for a list now and then, by its first bytes. */
const others: ReadonlyArray<readonly [beginning: RegExp, kind: string]> = [
  [/^PK\x03\x04/, 'a workbook (.xlsx) or another ZIP archive'],
  [/^\xd0\xcf\x11\xe0/, 'a workbook of old (.xls)'],
  [/^%PDF/, 'a PDF document'],
  [/^\x1f\x8b/, 'a GZIP archive'],
  [/^\s*<(?:!doctype html|html|head|body)/i, 'a web page'],
  [/^\s*[[{]/, 'JSON'],
]
/** So many bytes say what a file is. */
const beginning = 512

const refuseOthers = (bytes: Uint8Array): void => {
  const text = Buffer.from(bytes.slice(0, beginning))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  const [, kind] = others.find(([form]) => form.test(text)) ?? []
  if (kind !== undefined) refuse(`The file is ${kind}, and not the list as it is published for programs.`)
}

/** A letter with an accent in UTF-8. In Windows-1252 these are two signs that no word has side by side. */
const accentedInUtf8 = /[ÂÃ][\u0080-\u00bf]/

/**
 * The text of a file, in UTF-8 or else Windows-1252: text of the latter with an accent is never valid
 * UTF-8. Of a file in both, the accented names would be lost without a word.
 */
export const textOf = (bytes: Uint8Array): string => {
  if (bytes.length > listFileBytes) refuse(`The file has ${bytes.length} bytes, more than ${listFileBytes}.`)
  refuseOthers(bytes)
  const utf8 = Result.try(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (Result.isSuccess(utf8)) return utf8.success
  if (accentedInUtf8.test(Buffer.from(bytes).toString('latin1'))) refuse('The file mixes UTF-8 and Windows-1252.')
  return new TextDecoder('windows-1252').decode(bytes)
}

/** A text without control characters and needless blanks. */
export const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed()

/** Without accents, in lower case: for what is compared with words that we know. */
export const folded = (text: string): string => plain(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
