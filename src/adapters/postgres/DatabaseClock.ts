import { Clock, Context, Duration, Effect, Layer, Metric, Schedule, Schema } from 'effect'
import { Database } from './connection/Database.ts'
import { onlyRowOf } from './rows/Columns.ts'

/** How often the database is asked for the time. */
const askedEvery = Duration.seconds(3)
/** The answer that came back soonest tells the time best; so many of the last are compared. */
const compared = 8
/** From here on an operator is warned, every minute. */
export const loudFrom = Duration.seconds(2)
const toldEvery = Duration.minutes(1)
/** From here on no work is taken: certificates, receivers and logs go by the machine's clock. */
export const trustedUpTo = Duration.seconds(30)

const offset = Metric.gauge('cotejo_clock_offset_seconds', {
  description: 'How far the clock of this machine is ahead of the database, in seconds; negative when behind',
})

const nowIn = onlyRowOf(Schema.Struct({ now: Schema.Finite }))

/** What the database told, and when it was asked and had answered by the monotonic clock: milliseconds. */
interface Answer {
  readonly sent: number
  readonly now: number
  readonly received: number
}

export interface Sample {
  /** When the monotonic clock stood at zero, by the database's: epoch milliseconds. */
  readonly origin: number
  readonly roundTrip: number
}

/** The database told the time halfway, as far as anybody knows. */
export const sampleOf = ({ sent, now, received }: Answer): Sample => ({
  origin: now - (sent + received) / 2,
  roundTrip: received - sent,
})

/** Those that are compared. One that contradicts them, within what either can be wrong, begins again: it is another clock. */
export const withSample = (samples: ReadonlyArray<Sample>, sample: Sample): ReadonlyArray<Sample> => {
  const agrees = samples.every(
    ({ origin, roundTrip }) => Math.abs(origin - sample.origin) <= roundTrip + sample.roundTrip + 10,
  )
  return agrees ? [...samples, sample].slice(-compared) : [sample]
}

/** The one that came back soonest tells the time best; where others did as soon, the latest. */
export const bestOf = (samples: ReadonlyArray<Sample>, latest: Sample): Sample =>
  samples.reduce((best, one) => (one.roundTrip < best.roundTrip ? one : best), latest)

/**
 * The database's clock in place of the machine's, so that all replicas have one time: whatever asks Effect for the
 * time gets it. Between two answers of the database the monotonic clock goes on.
 */
export class DatabaseClock extends Context.Service<
  DatabaseClock,
  {
    /** Whether the database has told the time, and the machine's own clock is near enough to it to take work. */
    readonly isTrusted: Effect.Effect<boolean>
  }
>()('cotejo/adapters/postgres/DatabaseClock') {
  static readonly layer = Layer.effectContext(
    Effect.gen(function* () {
      const { direct: sql, working } = yield* Database
      const machine = yield* Clock.Clock
      const elapsed = () => Number(machine.monotonicTimeNanosUnsafe()) / 1e6
      let samples: ReadonlyArray<Sample> = []
      let origin = machine.currentTimeMillisUnsafe() - elapsed()
      const now = () => origin + elapsed()
      const error = () => Duration.millis(Math.abs(machine.currentTimeMillisUnsafe() - now()))

      const ask = Effect.gen(function* () {
        const sent = elapsed()
        const rows = yield* working(sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`)
        const sample = sampleOf({ sent, now: nowIn(rows).now, received: elapsed() })
        samples = withSample(samples, sample)
        origin = bestOf(samples, sample).origin
        yield* Metric.update(offset, (machine.currentTimeMillisUnsafe() - now()) / 1_000)
      }).pipe(Effect.ignoreCause)

      const tell = Effect.suspend(() =>
        Duration.isGreaterThanOrEqualTo(error(), loudFrom)
          ? Effect.logError('the clock of this machine is wrong', { seconds: Duration.toSeconds(error()) })
          : Effect.void,
      )

      // Nothing is dated before the database has told the time, but where it does not answer.
      yield* ask
      yield* Effect.forkScoped(Effect.repeat(ask, Schedule.spaced(askedEvery)))
      yield* Effect.forkScoped(Effect.repeat(tell, Schedule.spaced(toldEvery)))

      const clock: Clock.Clock = {
        currentTimeMillisUnsafe: () => Math.floor(now()),
        currentTimeMillis: Effect.sync(() => Math.floor(now())),
        currentTimeNanosUnsafe: () => BigInt(Math.floor(now() * 1e6)),
        currentTimeNanos: Effect.sync(() => BigInt(Math.floor(now() * 1e6))),
        monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: machine.monotonicTimeNanos,
        sleep: (duration) => machine.sleep(duration),
      }
      const isTrusted = Effect.sync(() => samples.length > 0 && Duration.isLessThanOrEqualTo(error(), trustedUpTo))
      return Context.make(DatabaseClock, { isTrusted }).pipe(Context.add(Clock.Clock, clock))
    }),
  )
}
