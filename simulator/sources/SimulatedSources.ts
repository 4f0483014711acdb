import { Context, type Effect } from 'effect'

/** The state of the simulated sources, apart from their faults. */
export class SimulatedSources extends Context.Service<
  SimulatedSources,
  {
    /** Forgets every consultation, and what was learnt of who does not answer. */
    readonly reset: Effect.Effect<void>
  }
>()('cotejo/simulator/SimulatedSources') {}
