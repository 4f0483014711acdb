import { Effect, Layer, Option } from 'effect'
import { MemoryDatabase } from '#adapters/memory/MemoryDatabase.ts'
import * as MemoryStorage from '#adapters/memory/MemoryStorage.ts'
import { Notebook } from './Notebook.ts'

/** Notes in memory. */
const notebook = Layer.effect(
  Notebook,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase
    const notes = new Map<string, string>()
    return Notebook.of({
      read: (name) => Effect.sync(() => Option.fromUndefinedOr(notes.get(name))),
      readAll: (prefix) =>
        Effect.sync(() => [...notes].filter(([name]) => name.startsWith(prefix)).map(([, note]) => note)),
      write: (name, text) => Effect.sync(() => void notes.set(name, text)),
      lastInstant: Effect.succeed(0),
      reset: (forgotten) =>
        Effect.andThen(
          database.reset,
          Effect.sync(() => {
            for (const name of notes.keys()) if (name.startsWith(forgotten)) notes.delete(name)
          }),
        ),
    })
  }),
)

/** Storage ports and notes in memory. */
export const layer = notebook.pipe(Layer.provideMerge(MemoryStorage.layer))
