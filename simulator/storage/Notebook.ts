import { Context, type Effect, type Option } from 'effect'
import type { Save } from '#adapters/memory/Cell.ts'

/**
 * What the simulator itself has to remember, kept where the service's data are kept: with data that
 * outlive it, simulated time goes on, keys still open what they sealed, and accounts keep their keys.
 */
export class Notebook extends Context.Service<
  Notebook,
  {
    readonly read: (name: string) => Effect.Effect<Option.Option<string>>
    /** Every note whose name begins so, in order of their names. */
    readonly readAll: (prefix: string) => Effect.Effect<ReadonlyArray<string>>
    readonly write: (name: string, text: string) => Effect.Effect<void>
    /** The last instant that the service's data know of, epoch milliseconds; 0 when there are none. */
    readonly lastInstant: Effect.Effect<number>
    /** Keeps the service's tables and the notes as they are; null where they are not in memory. */
    readonly save: Save | null
    /** Empties the service's tables; notes stay, but for those whose name begins so. */
    readonly reset: (forgotten: string) => Effect.Effect<void>
  }
>()('cotejo/simulator/storage/Notebook') {}
