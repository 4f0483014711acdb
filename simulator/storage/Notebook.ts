import { Context, type Effect, type Option } from 'effect'
import type { Save } from '#adapters/memory/Cell.ts'

/**
 * What the simulator itself must remember, stored with the service's data. If that data outlives a process, simulated
 * time goes on, keys still open what they sealed, and accounts keep their keys.
 */
export class Notebook extends Context.Service<
  Notebook,
  {
    readonly read: (name: string) => Effect.Effect<Option.Option<string>>
    /** Every note whose name begins with `prefix`, in order of their names. */
    readonly readAll: (prefix: string) => Effect.Effect<ReadonlyArray<string>>
    readonly write: (name: string, text: string) => Effect.Effect<void>
    /** The last instant in the service's data, epoch milliseconds; 0 without data. */
    readonly lastInstant: Effect.Effect<number>
    /** Keeps the service's tables and the notes as they are; null where they are not in memory. */
    readonly save: Save | null
    /** Empties the service's tables. Keeps the notes, except for those whose name begins with `forgotten`. */
    readonly reset: (forgotten: string) => Effect.Effect<void>
  }
>()('cotejo/simulator/storage/Notebook') {}
