import { Context, type DateTime, type Duration, type Effect } from 'effect'

/**
 * The clock of the domain: latency, budget, due times, `creado_en`, quotas. In production it is the database's clock.
 * In the simulator it runs at its own speed and can jump. Waits for sockets, the database or a lease use Effect's Clock
 * instead.
 */
export class Time extends Context.Service<
  Time,
  {
    readonly now: Effect.Effect<DateTime.Utc>
    /** The real time until `instant`; zero if it has passed. */
    readonly realTimeUntil: (instant: DateTime.Utc) => Effect.Effect<Duration.Duration>
  }
>()('cotejo/ports/Time') {}
