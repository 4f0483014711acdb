import { Context, type Effect, type Option } from 'effect'
import type { WorldUnfit } from './WorldTables.ts'

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
    /** Whether all of it ends with the process. */
    readonly isInMemory: boolean
    /** The service's tables and the accounts' notes, in the form of `WorldTables`. */
    readonly keep: Effect.Effect<string>
    /** Replaces them by what any storage kept, or changes nothing. */
    readonly put: (kept: unknown) => Effect.Effect<void, WorldUnfit>
    /** Empties the service's tables. Keeps the notes, except for those whose name begins with `forgotten`. */
    readonly reset: (forgotten: string) => Effect.Effect<void>
  }
>()('cotejo/simulator/storage/Notebook') {}
