import { parentPort, workerData } from 'node:worker_threads'
import { Result } from 'effect'
import { keyed } from './Keys.ts'
import { readList } from './ListFiles.ts'
import type { FromThread, ThreadTask } from './Reader.ts'

/** The worker thread that parses one list. It sends the entries in portions, each when the main thread asks for it. */

/** Entries per message: the main thread needs milliseconds to receive them. */
const portion = 250

const { list, files }: ThreadTask = workerData
const [main = new Uint8Array(), aliases = null, addresses = null] = files
const post = (message: FromThread): void => parentPort?.postMessage(message)

const read = readList(list, { main, aliases, addresses })
if (Result.isFailure(read)) post({ _tag: 'Refused', reason: read.failure.reason })
else {
  const { entries, cutOff, doubts } = read.success
  let at = 0
  parentPort?.on('message', () => {
    const some = entries.slice(at, at + portion)
    at += portion
    post(some.length > 0 ? { _tag: 'Entries', entries: some.map(keyed) } : { _tag: 'Read', cutOff, doubts })
  })
}
