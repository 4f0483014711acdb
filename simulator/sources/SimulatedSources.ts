import { Context, type Effect } from 'effect'

/** What the simulated sources remember beside their faults. */
export class SimulatedSources extends Context.Service<
  SimulatedSources,
  {
    /** Forgets every consultation, and what was learnt of who does not answer. */
    readonly reset: Effect.Effect<void>
  }
>()('cotejo/simulator/SimulatedSources') {}
