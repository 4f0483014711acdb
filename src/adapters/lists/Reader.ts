import { Array, Effect, Layer } from 'effect'
import { ListReader, ListUnreadable } from '#ports/ListReader.ts'
import { keyed, keyRevision } from './Keys.ts'
import { readList } from './ListFiles.ts'

const none = new Uint8Array()
/** Entries that are keyed at once: some milliseconds. */
const portion = 50

export const layer = Layer.succeed(ListReader, {
  keyRevision,
  read: (list, [main = none, aliases = null, addresses = null]) =>
    Effect.fromResult(readList(list, { main, aliases, addresses })).pipe(
      Effect.mapError(({ reason }) => new ListUnreadable({ reason })),
      // In portions, or the process would answer nobody meanwhile, and lose its lease.
      Effect.flatMap(({ cutOff, entries, doubts }) =>
        Effect.map(
          Effect.forEach(Array.chunksOf(entries, portion), (some) =>
            Effect.andThen(
              Effect.yieldNow,
              Effect.sync(() => some.map(keyed)),
            ),
          ),
          (portions) => ({ cutOff, entries: portions.flat(), doubts }),
        ),
      ),
    ),
})
