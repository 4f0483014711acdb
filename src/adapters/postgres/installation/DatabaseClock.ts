import { Clock, Context, Duration, Effect, Layer, Metric, Schedule, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Verifications } from '#ports/Verifications.ts'

const firstAnswer = Duration.seconds(2)
/** How often the database is asked for the time. */
const askedEvery = Duration.seconds(3)
/** The number of recent answers to compare. The one with the shortest round trip is the most accurate. */
const compared = 8
/** From this difference on, the replica logs an error every minute. */
export const loudFrom = Duration.seconds(2)
const loggedEvery = Duration.minutes(1)
/** Beyond this difference nothing new is started: one of the clocks is wrong, and it is unknown which. */
export const trustedUpTo = Duration.seconds(30)

const offset = Metric.gauge('cotejo_clock_offset_seconds', {
  description: 'Offset of the machine clock from the database clock, in seconds; negative if it is behind',
})

const nowIn = onlyRowOf(Schema.Struct({ now: Schema.Finite }))

/** The database's time, and when it was asked and answered by the monotonic clock, in milliseconds. */
interface Answer {
  readonly sent: number
  readonly now: number
  readonly received: number
}

export interface Sample {
  /** The database's time when the monotonic clock was zero, in epoch milliseconds. */
  readonly origin: number
  readonly roundTrip: number
}

/** Assumes that the database read its clock halfway through the round trip. */
export const sampleOf = ({ sent, now, received }: Answer): Sample => ({
  origin: now - (sent + received) / 2,
  roundTrip: received - sent,
})

/**
 * Adds a sample to the recent ones. If it contradicts them by more than their possible error, the database's clock was
 * changed, and only the new sample is kept.
 */
export const withSample = (samples: ReadonlyArray<Sample>, sample: Sample): ReadonlyArray<Sample> => {
  const agrees = samples.every(
    ({ origin, roundTrip }) => Math.abs(origin - sample.origin) <= roundTrip + sample.roundTrip + 10,
  )
  return agrees ? [...samples, sample].slice(-compared) : [sample]
}

/**
 * Whether to adopt the database's new time. A jump that this machine's clock does not also make is ignored, so that work
 * in progress ends by the clock by which it began. Times are of the moment when the monotonic clock was zero.
 */
export const isFollowed = (database: number, here: number, machine: number): boolean => {
  const isNear = (other: number) => Math.abs(database - other) <= Duration.toMillis(trustedUpTo)
  return isNear(here) || isNear(machine)
}

/** The sample with the shortest round trip; the latest one if several are equal. */
export const bestOf = (samples: ReadonlyArray<Sample>, latest: Sample): Sample =>
  samples.reduce((best, one) => (one.roundTrip < best.roundTrip ? one : best), latest)

/**
 * Replaces Effect's clock with the database's time, so that all replicas share one time. Between two answers the
 * monotonic clock continues it. If the database's clock jumps and the machine's does not, the monotonic clock also
 * continues it.
 */
export class DatabaseClock extends Context.Service<
  DatabaseClock,
  {
    /** Whether the database's time is known and the machine's clock is close enough to it. */
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

      const logOffset = Effect.suspend(() =>
        Duration.isGreaterThanOrEqualTo(error(), loudFrom)
          ? Effect.logError('clock offset between this machine and the database', {
              seconds: Duration.toSeconds(error()),
            })
          : Effect.void,
      )

      // Learn the time before anything gets a date. If the database does not answer, startup continues.
      yield* Effect.timeoutOption(ask, firstAnswer)
      yield* Effect.forkScoped(Effect.repeat(ask, Schedule.spaced(askedEvery)))
      yield* Effect.forkScoped(Effect.repeat(logOffset, Schedule.spaced(loggedEvery)))

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

const unavailable = Effect.fail(
  new StorageUnavailable({
    kind: 'unfit',
    reason: 'the clocks of this machine and of the database differ by more than 30 s',
  }),
)

/**
 * Wraps the ports: while this process's clock is not trusted, nothing is created and the replica is not ready. Otherwise a
 * verification would get a wrong date, and no worker would claim it.
 */
export const whileTrusted = Layer.unwrap(
  Effect.map(DatabaseClock, ({ isTrusted }) => {
    const only = <A>(effect: Effect.Effect<A, StorageUnavailable>) =>
      Effect.flatMap(isTrusted, (trusted) => (trusted ? effect : unavailable))
    return Layer.merge(
      Layer.effect(
        Verifications,
        Effect.map(Verifications, (port) => ({
          ...port,
          admit: (application, stage) => only(port.admit(application, stage)),
        })),
      ),
      Layer.effect(
        StorageHealth,
        Effect.map(StorageHealth, ({ check }) => ({ check: only(check) })),
      ),
    )
  }),
)
