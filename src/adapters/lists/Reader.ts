import { Effect, Layer } from 'effect'
import { ListReader, ListUnreadable } from '#ports/ListReader.ts'
import { keyed, keyRevision } from './Keys.ts'
import { readList } from './ListFiles.ts'

const none = new Uint8Array()

export const layer = Layer.succeed(ListReader, {
  keyRevision,
  read: (list, [main = none, aliases = null, addresses = null]) =>
    Effect.fromResult(readList(list, { main, aliases, addresses })).pipe(
      Effect.mapError(({ reason }) => new ListUnreadable({ reason })),
      Effect.map(({ cutOff, entries, doubts }) => ({ cutOff, entries: entries.map(keyed), doubts })),
    ),
})
