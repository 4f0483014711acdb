import { Duration, Layer } from 'effect'
import { TimeoutFactor } from '#adapters/postgres/connection/TimeoutFactor.ts'
import { FreeEvery, LongestWait } from '#http/connection/Turn.ts'

/**
 * How long requests and the database are waited for: on the machine of a developer, or of CI, which stands still for
 * seconds now and then, nothing is refused for that. Levers do not wait for each other.
 */
export const patientWaits = Layer.mergeAll(
  Layer.succeed(LongestWait, Duration.minutes(1)),
  Layer.succeed(FreeEvery, Duration.zero),
  Layer.succeed(TimeoutFactor, 20),
)
