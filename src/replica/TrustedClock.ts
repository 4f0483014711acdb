import { Effect, Layer } from 'effect'
import { DatabaseClock } from '#adapters/postgres/installation/DatabaseClock.ts'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Verifications } from '#ports/Verifications.ts'

const unavailable = Effect.fail(
  new StorageUnavailable({
    kind: 'unfit',
    reason: 'the clocks of this machine and of the database differ by more than 30 s',
  }),
)

/**
 * The same ports, where nothing is created and nothing is ready while the clock of this process is not trusted: what was
 * created would have a wrong date, and nobody would work on it.
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
