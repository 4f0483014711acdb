import { Effect, Layer, Option } from 'effect'
import { makeCell, saveAll } from '#adapters/memory/Cell.ts'
import { MemoryDatabase } from '#adapters/memory/MemoryDatabase.ts'
import * as MemoryStorage from '#adapters/memory/MemoryStorage.ts'
import { Notebook } from './Notebook.ts'

/** Notes in memory. */
const notebook = Layer.effect(
  Notebook,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase
    const notes = makeCell(() => new Map<string, string>())
    const { keep, put } = saveAll([database, notes])
    return Notebook.of({
      read: (name) => Effect.sync(() => Option.fromUndefinedOr(notes.get().get(name))),
      readAll: (prefix) =>
        Effect.sync(() => [...notes.get()].filter(([name]) => name.startsWith(prefix)).map(([, note]) => note)),
      write: (name, text) => Effect.sync(() => void notes.get().set(name, text)),
      lastInstant: Effect.succeed(0),
      isInMemory: true,
      keep: Effect.sync(keep),
      put: (kept) => Effect.sync(() => put(kept)),
      reset: (forgotten) =>
        Effect.andThen(
          database.reset,
          Effect.sync(() => {
            for (const name of notes.get().keys()) if (name.startsWith(forgotten)) notes.get().delete(name)
          }),
        ),
    })
  }),
)

/** Storage ports and notes in memory. */
export const layer = notebook.pipe(Layer.provideMerge(MemoryStorage.layer))
