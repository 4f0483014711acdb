import { Context, type DateTime, type Duration, type Effect } from 'effect'

/**
 * The time by which the domain measures: latency, budget, due times, `creado_en`, quotas. In
 * production it is the database's clock; the simulator's runs at its own speed and jumps. Whatever
 * waits for a socket, a database or a lease uses Effect's Clock instead.
 */
export class Time extends Context.Service<
  Time,
  {
    readonly now: Effect.Effect<DateTime.Utc>
    /** How long, in real time, until `instant` comes; zero when it has passed. */
    readonly realTimeUntil: (instant: DateTime.Utc) => Effect.Effect<Duration.Duration>
  }
>()('cotejo/ports/Time') {}
