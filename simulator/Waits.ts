import { Duration, Layer } from 'effect'
import { TimeoutFactor } from '#adapters/postgres/connection/TimeoutFactor.ts'
import { LongestWait } from '#http/connection/StartQueue.ts'

/**
 * How long requests and the database are waited for: on the machine of a developer, or of CI, which stands still for
 * seconds now and then, nothing is refused for that.
 */
export const patientWaits = Layer.merge(
  Layer.succeed(LongestWait, Duration.minutes(1)),
  Layer.succeed(TimeoutFactor, 20),
)
