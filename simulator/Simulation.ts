import { Context, Effect, Layer } from 'effect'
import { Ceilings } from '#application/Authenticate.ts'
import { DueLoops } from '#application/DueLoops.ts'
import { KnownAccounts, notePrefix } from './accounts/KnownAccounts.ts'
import { InjectedErrors } from './http/InjectedErrors.ts'
import { RequestLog } from './http/RequestLog.ts'
import { Chronicle } from './live/Chronicle.ts'
import { Processor } from './processor/Processor.ts'
import { SimulatedSources } from './sources/SimulatedSources.ts'
import { SourceFaults } from './sources/SourceFaults.ts'
import { Notebook } from './storage/Notebook.ts'
import { SimulatedTime } from './time/SimulatedTime.ts'
import { Inbox } from './webhooks/Inbox.ts'

/** The simulator as a whole. */
export class Simulation extends Context.Service<
  Simulation,
  {
    /** All state as at the start. */
    readonly reset: Effect.Effect<void>
  }
>()('cotejo/simulator/Simulation') {
  static readonly layer = Layer.effect(
    Simulation,
    Effect.gen(function* () {
      const { whileHeld } = yield* DueLoops
      const notebook = yield* Notebook
      const accounts = yield* KnownAccounts
      const ceilings = yield* Ceilings
      const rooms = [
        yield* RequestLog,
        yield* InjectedErrors,
        yield* SourceFaults,
        yield* SimulatedSources,
        yield* Inbox,
        yield* Processor,
        yield* SimulatedTime,
        yield* Chronicle,
      ]
      const reset = notebook
        .reset(notePrefix)
        .pipe(
          Effect.andThen(Effect.forEach(rooms, (room) => room.reset, { discard: true })),
          Effect.andThen(accounts.reset),
          Effect.andThen(Effect.sync(() => ceilings.clear())),
          Effect.orDie,
        )
      return Simulation.of({ reset: whileHeld(reset) })
    }),
  )
}
