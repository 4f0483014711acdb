import { parentPort, workerData } from 'node:worker_threads'
import { Result } from 'effect'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import type { LongFile } from './formats/ListFile.ts'
import { reading, refuse } from './formats/ListFile.ts'
import { keyed } from './Keys.ts'
import { readFiles } from './ListFiles.ts'
import { readingOnce } from './Pronunciations.ts'
import type { FromThread, ThreadTask } from './Reader.ts'

/** The worker thread that parses one list. It sends the entries in portions, each when the main thread asks for it. */

/** Entries per message: the main thread needs milliseconds to receive them. */
const portion = 250

const { list, files }: ThreadTask = workerData
const post = (message: FromThread): void => parentPort?.postMessage(message)
const postOrRefuse = (read: Result.Result<FromThread, { readonly reason: string }>): void =>
  post(Result.getOrElse(read, ({ reason }) => ({ _tag: 'Refused', reason })))

const portionsOf = ({ entries, counts }: LongFile): (() => ReadonlyArray<ListEntry>) => {
  const iterator = entries[Symbol.iterator]()
  let sent = 0
  return () => {
    const some: Array<ListEntry> = []
    while (some.length < portion) {
      const { done, value } = iterator.next()
      if (done) break
      some.push(value)
    }
    sent += some.length
    if (some.length === 0 && sent !== counts.entries) refuse('The file changed while it was read.')
    return some
  }
}

const read = readFiles(list, files)
postOrRefuse(Result.map(read, ({ entries: _, ...content }) => ({ _tag: 'Read', content })))
if (Result.isSuccess(read)) {
  const next = portionsOf(read.success)
  parentPort?.on('message', () =>
    postOrRefuse(reading(() => ({ _tag: 'Entries', entries: readingOnce(() => next().map(keyed)) }))),
  )
}
