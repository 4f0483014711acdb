import { Effect, Layer, Option } from 'effect'
import * as Clearances from '#adapters/memory/Clearances.ts'
import { MemoryDatabase } from '#adapters/memory/MemoryDatabase.ts'
import * as MemoryStorage from '#adapters/memory/MemoryStorage.ts'
import { Secrets } from '#ports/Secrets.ts'
import { notePrefix } from './AccountNote.ts'
import { readTables } from './MemoryOfRows.ts'
import { Notebook } from './Notebook.ts'
import { rowsOfMemory } from './RowsOfMemory.ts'
import { encodeTables } from './WorldTables.ts'

/** Notes in memory. */
const notebook = Layer.effect(
  Notebook,
  Effect.gen(function* () {
    const { tables, reset, save } = yield* MemoryDatabase
    const secrets = yield* Secrets
    const notes = new Map<string, string>()
    const starting = (prefix: string) => [...notes].filter(([name]) => name.startsWith(prefix))
    const forget = (prefix: string) => {
      for (const [name] of starting(prefix)) notes.delete(name)
    }
    return Notebook.of({
      read: (name) => Effect.sync(() => Option.fromUndefinedOr(notes.get(name))),
      readAll: (prefix) => Effect.sync(() => starting(prefix).map(([, note]) => note)),
      write: (name, text) => Effect.sync(() => void notes.set(name, text)),
      lastInstant: Effect.succeed(0),
      isInMemory: true,
      keep: Effect.sync(() => {
        const simulatorNotes = starting(notePrefix).map(([name, note]) => ({ name, note }))
        return encodeTables({ ...rowsOfMemory(tables(), secrets), simulatorNotes })
      }),
      put: (kept) =>
        Effect.map(readTables(kept, secrets), ({ rows, inMemory }) => {
          save.put(inMemory)
          forget(notePrefix)
          for (const { name, note } of rows.simulatorNotes) notes.set(name, note)
        }),
      reset: (forgotten) =>
        Effect.andThen(
          reset,
          Effect.sync(() => forget(forgotten)),
        ),
    })
  }),
)

/** Storage ports and notes in memory. */
export const layer = Layer.merge(notebook, Clearances.layer).pipe(Layer.provideMerge(MemoryStorage.layer))
