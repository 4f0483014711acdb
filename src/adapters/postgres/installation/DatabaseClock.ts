import { Clock, Context, Duration, Effect, Layer, Metric, Schedule, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'

/** Who starts waits so long for the first answer. */
const firstAnswer = Duration.seconds(2)
/** How often the database is asked for the time. */
const askedEvery = Duration.seconds(3)
/** The answer that came back soonest tells the time best; so many of the last are compared. */
const compared = 8
/** From here on an operator is warned, every minute. */
export const loudFrom = Duration.seconds(2)
const toldEvery = Duration.minutes(1)
/** From here on nothing new is begun: one of the two clocks is wrong, and nobody here can tell which. */
export const trustedUpTo = Duration.seconds(30)

const offset = Metric.gauge('cotejo_clock_offset_seconds', {
  description: 'Offset of the machine clock from the database clock, in seconds; negative if it is behind',
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

/**
 * Whether the database's clock is followed to another time. A leap that the clock of this machine does not make is not:
 * what is under way ends in the time in which it began. Times are of when the monotonic clock stood at zero.
 */
export const isFollowed = (database: number, here: number, machine: number): boolean => {
  const isNear = (other: number) => Math.abs(database - other) <= Duration.toMillis(trustedUpTo)
  return isNear(here) || isNear(machine)
}

/** The one that came back soonest tells the time best; where others did as soon, the latest. */
export const bestOf = (samples: ReadonlyArray<Sample>, latest: Sample): Sample =>
  samples.reduce((best, one) => (one.roundTrip < best.roundTrip ? one : best), latest)

/**
 * The database's clock in place of the machine's, so that all replicas have one time: whatever asks Effect for the
 * time gets it. Between two answers of the database the monotonic clock goes on, and so it does where the database's
 * clock leaps and the machine's does not.
 */
export class DatabaseClock extends Context.Service<
  DatabaseClock,
  {
    /** Whether the database has told the time, and the machine's own clock is near enough to it to begin anything. */
    readonly isTrusted: Effect.Effect<boolean>
  }
>()('cotejo/adapters/postgres/DatabaseClock') {
  static readonly layer = Layer.effectContext(
    Effect.gen(function* () {
      const { direct: sql, working } = yield* Database
      const machine = yield* Clock.Clock
      const elapsed = () => Number(machine.monotonicTimeNanosUnsafe()) / 1e6
      let samples: ReadonlyArray<Sample> = []
      const machineOrigin = () => machine.currentTimeMillisUnsafe() - elapsed()
      let origin = machineOrigin()
      let databaseOrigin = origin
      const now = () => origin + elapsed()
      const error = () => Duration.millis(Math.abs(machineOrigin() - databaseOrigin))

      const ask = Effect.gen(function* () {
        const sent = elapsed()
        const rows = yield* working(sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`)
        const sample = sampleOf({ sent, now: nowIn(rows).now, received: elapsed() })
        const isFirst = samples.length === 0
        samples = withSample(samples, sample)
        databaseOrigin = bestOf(samples, sample).origin
        if (isFirst || isFollowed(databaseOrigin, origin, machineOrigin())) origin = databaseOrigin
        yield* Metric.update(offset, (machineOrigin() - databaseOrigin) / 1_000)
      }).pipe(Effect.ignoreCause)

      const tell = Effect.suspend(() =>
        Duration.isGreaterThanOrEqualTo(error(), loudFrom)
          ? Effect.logError('clock offset between this machine and the database', {
              seconds: Duration.toSeconds(error()),
            })
          : Effect.void,
      )

      // Nothing is dated before the database has told the time, but where it does not answer.
      yield* Effect.timeoutOption(ask, firstAnswer)
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
