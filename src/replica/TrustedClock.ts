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
