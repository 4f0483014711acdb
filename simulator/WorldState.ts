import { Context, Effect, Layer } from 'effect'
import { type Save, saveAll } from '#adapters/memory/Cell.ts'
import { Ceilings } from '#application/Authenticate.ts'
import { DueLoops } from '#application/DueLoops.ts'
import { KeyUses } from './accounts/KeyUses.ts'
import { KnownAccounts } from './accounts/KnownAccounts.ts'
import { FirstBodies } from './http/FirstBodies.ts'
import { InjectedErrors } from './http/InjectedErrors.ts'
import { RequestLog } from './http/RequestLog.ts'
import { Chronicle } from './live/Chronicle.ts'
import { Processor } from './processor/Processor.ts'
import { Draw } from './samples/Seed.ts'
import { ScriptedFindings } from './sources/ScriptedFindings.ts'
import { SimulatedSources } from './sources/SimulatedSources.ts'
import { SourceFaults } from './sources/SourceFaults.ts'
import { notePrefix } from './storage/AccountNote.ts'
import { Notebook } from './storage/Notebook.ts'
import type { WorldUnfit } from './storage/WorldTables.ts'
import { SimulatedTime } from './time/SimulatedTime.ts'
import { Destinations } from './webhooks/Destinations.ts'
import { Inbox } from './webhooks/Inbox.ts'

/** What the storage kept, and what the other parts did. */
interface Kept {
  readonly stored: string
  readonly rest: unknown
}

/** Older ones are forgotten. */
const mostSaved = 20

const canBeSaved = <A extends object>(room: A): room is A & { readonly save: Save } => 'save' in room

/** The simulator as a whole. */
export class WorldState extends Context.Service<
  WorldState,
  {
    /** All state as at the start. */
    readonly reset: Effect.Effect<void>
    /** Keeps all state as it is now, under a name that is returned; null if the storage is not in memory. */
    readonly save: Effect.Effect<string | null>
    /** Brings all state back to what was kept. False when nothing is under this name, or no longer. */
    readonly restore: (name: string) => Effect.Effect<boolean>
    /** All state as it is now. */
    readonly keep: Effect.Effect<Kept>
    /** Replaces all state by what a simulation kept, with any storage; or fails as it was. */
    readonly put: (kept: Kept) => Effect.Effect<void, WorldUnfit>
  }
>()('cotejo/simulator/WorldState') {
  static readonly layer = Layer.effect(
    WorldState,
    Effect.gen(function* () {
      const { whileHeld, wake } = yield* DueLoops
      const notebook = yield* Notebook
      const accounts = yield* KnownAccounts
      const ceilings = yield* Ceilings
      const keyUses = yield* KeyUses
      const rooms = [
        keyUses,
        yield* RequestLog,
        yield* InjectedErrors,
        yield* FirstBodies,
        yield* SourceFaults,
        yield* ScriptedFindings,
        yield* SimulatedSources,
        yield* Inbox,
        yield* Destinations,
        yield* Processor,
        yield* SimulatedTime,
        yield* Chronicle,
        yield* Draw,
      ]
      const reset = notebook
        .reset(notePrefix)
        .pipe(
          Effect.andThen(Effect.forEach(rooms, (room) => room.reset, { discard: true })),
          Effect.andThen(accounts.reset),
          Effect.andThen(Effect.sync(() => ceilings.clear())),
          Effect.orDie,
        )
      const saved = new Map<string, Kept>()
      let saves = 0
      const cells = rooms.filter(canBeSaved)
      const { keep: keepRest, put: putRest } = saveAll(cells)
      const keep = Effect.map(notebook.keep, (stored): Kept => ({ stored, rest: keepRest() }))
      const save = Effect.gen(function* () {
        if (!notebook.isInMemory) return null
        saves += 1
        const name = `instantanea-${saves}`
        const [oldest] = saved.keys()
        if (saved.size >= mostSaved && oldest !== undefined) saved.delete(oldest)
        saved.set(name, yield* keep)
        return name
      })
      const put = ({ stored, rest }: Kept) =>
        Effect.gen(function* () {
          const before = keepRest()
          yield* Effect.sync(() => putRest(rest)).pipe(
            Effect.andThen(notebook.put(stored)),
            Effect.onError(() => Effect.sync(() => putRest(before))),
          )
          yield* accounts.load
          ceilings.clear()
          yield* keyUses.reset
        })
      const restore = (name: string) =>
        Effect.suspend(() => {
          const kept = saved.get(name)
          return kept === undefined ? Effect.succeed(false) : Effect.as(Effect.orDie(put(kept)), true)
        })
      const holding = <A, E>(done: Effect.Effect<A, E>) => whileHeld(Effect.andThen(Effect.orDie(keyUses.write), done))
      return WorldState.of({
        reset: whileHeld(reset),
        save: holding(save),
        restore: (name) => Effect.tap(whileHeld(restore(name)), wake),
        keep: holding(keep),
        put: (kept) => Effect.tap(whileHeld(put(kept)), wake),
      })
    }),
  )
}
