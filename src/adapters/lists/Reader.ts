import { Worker } from 'node:worker_threads'
import { Effect, Layer } from 'effect'
import type { ListName, StoredEntry } from '#domain/screening/ListEntry.ts'
import { ListReader, ListUnreadable } from '#ports/ListReader.ts'
import { keyRevision } from './Keys.ts'

export interface ThreadTask {
  readonly list: ListName
  readonly files: ReadonlyArray<Uint8Array>
}

export type FromThread =
  | { readonly _tag: 'Refused'; readonly reason: string }
  | { readonly _tag: 'Entries'; readonly entries: ReadonlyArray<StoredEntry> }
  | { readonly _tag: 'Read'; readonly cutOff: string | null; readonly doubts: ReadonlyArray<string> }

type Content = Omit<Extract<FromThread, { readonly _tag: 'Read' }>, '_tag'> & {
  readonly entries: ReadonlyArray<StoredEntry>
}

const contentFrom = (thread: Worker): Effect.Effect<Content, ListUnreadable> =>
  Effect.callback((resume) => {
    const entries: Array<StoredEntry> = []
    const next = () => thread.postMessage('next')
    thread.on('message', (message: FromThread) => {
      switch (message._tag) {
        case 'Refused':
          return resume(Effect.fail(new ListUnreadable({ reason: message.reason })))
        case 'Read':
          return resume(Effect.succeed({ cutOff: message.cutOff, doubts: message.doubts, entries }))
        case 'Entries':
          entries.push(...message.entries)
          return next()
      }
    })
    thread.once('error', (error) => resume(Effect.die(error)))
    next()
  })

/**
 * Parses lists in a worker thread. On the main thread, a large list would block requests for minutes, and the replica
 * would lose its lease.
 */
export const layer = Layer.succeed(ListReader, {
  keyRevision,
  read: (list, files) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        // Copy once, so that the caller keeps its bytes and the copies can be transferred.
        const copies = files.map((bytes) => new Uint8Array(bytes))
        return new Worker(new URL('./ReaderThread.ts', import.meta.url), {
          workerData: { list, files: copies } satisfies ThreadTask,
          transferList: copies.map(({ buffer }) => buffer),
        })
      }),
      contentFrom,
      (thread) => Effect.promise(() => thread.terminate()),
    ),
})
