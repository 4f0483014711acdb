import { Worker } from 'node:worker_threads'
import { Cause, Effect, Layer, Option, Queue, Stream } from 'effect'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import type { ListName, StoredEntry } from '#domain/screening/ListEntry.ts'
import { type ListContent, ListReader, ListUnreadable } from '#ports/ListReader.ts'
import { keyRevision } from './Keys.ts'

export interface ThreadTask {
  readonly list: ListName
  readonly files: ReadonlyArray<Uint8Array | string>
}

/** `Entries` is empty after the last one. */
export type FromThread =
  | { readonly _tag: 'Refused'; readonly reason: string }
  | { readonly _tag: 'Read'; readonly content: Omit<ListContent, 'entries'> }
  | { readonly _tag: 'Entries'; readonly entries: ReadonlyArray<StoredEntry> }

/** Heap of the thread in MB. A list of 100,000 people needs most of it. */
const usualMegabytes = 1_024
/** A small space for new objects keeps the memory low, and costs little time. */
const newMegabytes = 8

const startThread = ({ list, files }: ThreadTask, megabytes: number): Worker => {
  // Copy once, so that the caller keeps its bytes and the copies can be transferred.
  const copies = files.map((file) => (typeof file === 'string' ? file : new Uint8Array(file)))
  return new Worker(new URL('./ReaderThread.ts', import.meta.url), {
    workerData: { list, files: copies } satisfies ThreadTask,
    transferList: copies.flatMap((copy) => (typeof copy === 'string' ? [] : [copy.buffer])),
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: newMegabytes },
  })
}

type Messages = Queue.Queue<FromThread, ListUnreadable>

const causeOf = (error: unknown, megabytes: number): Cause.Cause<ListUnreadable> =>
  errorCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    ? Cause.fail(new ListUnreadable({ reason: `The file needs more than ${megabytes} MB of memory to be read.` }))
    : Cause.die(error)

const messagesOf = (thread: Worker, megabytes: number): Effect.Effect<Messages> =>
  Effect.map(Queue.unbounded<FromThread, ListUnreadable>(), (messages) => {
    thread.on('message', (message: FromThread) => Queue.offerUnsafe(messages, message))
    thread.once('error', (error) => Queue.failCauseUnsafe(messages, causeOf(error, megabytes)))
    return messages
  })

const nextOf = (messages: Messages) =>
  Effect.flatMap(Queue.take(messages), (message) =>
    message._tag === 'Refused' ? Effect.fail(new ListUnreadable({ reason: message.reason })) : Effect.succeed(message),
  )

/** Portions that the thread may be ahead, so that it works while others are written. */
const portionsAhead = 2

const entriesFrom = (thread: Worker, messages: Messages): Stream.Stream<StoredEntry, ListUnreadable> => {
  const ask = Effect.sync(() => thread.postMessage('next'))
  const portion = Effect.map(Effect.tap(nextOf(messages), ask), (message) => {
    const entries = message._tag === 'Entries' ? message.entries : []
    return [entries, entries.length === 0 ? Option.none<null>() : Option.some(null)] as const
  })
  const begin = Effect.replicateEffect(ask, portionsAhead, { discard: true })
  return Stream.concat(
    Stream.fromEffectDrain(begin),
    Stream.paginate(null, () => portion),
  )
}

/**
 * Parses lists in a worker thread. On the main thread, a large list would block requests for minutes, and the replica
 * would lose its lease. A file that needs more memory than the thread has is refused.
 */
export const limitedTo = (megabytes: number) =>
  Layer.succeed(ListReader, {
    keyRevision,
    read: Effect.fnUntraced(function* (list, files) {
      const thread = yield* Effect.acquireRelease(
        Effect.sync(() => startThread({ list, files }, megabytes)),
        (started) => Effect.promise(() => started.terminate()),
      )
      const messages = yield* messagesOf(thread, megabytes)
      const first = yield* nextOf(messages)
      if (first._tag !== 'Read') return yield* Effect.die('the thread began with entries')
      return { ...first.content, entries: entriesFrom(thread, messages) }
    }),
  })

export const layer = limitedTo(usualMegabytes)
