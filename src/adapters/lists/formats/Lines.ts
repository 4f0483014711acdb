import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { Result } from 'effect'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { refuse } from './ListFile.ts'

/** A file: its bytes, or its path. */
export type Source = Uint8Array | string

/** Longer than any line of a list, in bytes. Only one line is held in memory. */
const longestLine = 1_048_576
const newline = 0x0a

const opened = <A>(path: string, use: (path: string) => A): A =>
  Result.getOrElse(
    Result.try(() => use(path)),
    (error) => refuse(`The file ${path} cannot be read (${errorCodeOf(error) ?? 'unreadable'}).`),
  )

/** All bytes of a file that may not have more than this many. */
export const bytesOf = (source: Source, most: number): Uint8Array => {
  if (typeof source !== 'string') return source
  const { size } = opened(source, (path) => statSync(path))
  return size > most
    ? refuse(`The file ${source} has more than ${most} bytes.`)
    : opened(source, (path) => readFileSync(path))
}

/** Copies the next bytes to a place in a buffer, and returns how many; 0 at the end. */
type Fill = (buffer: Buffer, at: number) => number

const filling = (source: Source): { readonly fill: Fill; readonly close: () => void } => {
  if (typeof source === 'string') {
    const file = opened(source, (path) => openSync(path, 'r'))
    return {
      fill: (buffer, at) => opened(source, () => readSync(file, buffer, at, buffer.length - at, null)),
      close: () => closeSync(file),
    }
  }
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  let copied = 0
  const fill: Fill = (buffer, at) => {
    const count = bytes.copy(buffer, at, copied)
    copied += count
    return count
  }
  return { fill, close: () => {} }
}

/** The first bytes of a file. */
export const beginningOf = (source: Source, bytes: number): Uint8Array => {
  const { fill, close } = filling(source)
  try {
    const buffer = Buffer.alloc(bytes)
    return buffer.subarray(0, fill(buffer, 0))
  } finally {
    close()
  }
}

/** The lines of a file in UTF-8, without their ends. They are read one after the other. */
export const linesOf = function* (source: Source): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const text = (bytes: Uint8Array): string =>
    Result.getOrElse(
      Result.try(() => decoder.decode(bytes)),
      () => refuse('The file is not in UTF-8.'),
    )
  const buffer = Buffer.allocUnsafe(longestLine)
  const { fill, close } = filling(source)
  try {
    let held = 0
    for (let count = fill(buffer, 0); count > 0; count = fill(buffer, held)) {
      const bytes = buffer.subarray(0, held + count)
      let begin = 0
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, begin)) {
        yield text(bytes.subarray(begin, end))
        begin = end + 1
      }
      held = bytes.length - begin
      if (held === longestLine) refuse(`The file has a line of more than ${longestLine} bytes.`)
      buffer.copyWithin(0, begin, bytes.length)
    }
    if (held > 0) yield text(buffer.subarray(0, held))
  } finally {
    close()
  }
}
