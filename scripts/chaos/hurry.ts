/** What the processes of the experiment with transfers share. */
import { Clock, DateTime, Duration, Effect, Layer, Redacted } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import type { Lease } from '#adapters/postgres/connection/Node.ts'
import { Time } from '#ports/Time.ts'

const speed = 600
const origin = DateTime.toEpochMillis(DateTime.makeUnsafe('2026-01-01T00:00:00Z'))

const now = Effect.map(Clock.currentTimeMillis, (millis) =>
  DateTime.makeUnsafe(Math.round(origin + (millis - origin) * speed)),
)

/** Every process reads the same clock, 600 times as fast as the machine's. */
export const hurried = Layer.succeed(Time, {
  now,
  realTimeUntil: (instant) =>
    Effect.map(now, (current) =>
      Duration.millis(Math.max(0, (DateTime.toEpochMillis(instant) - DateTime.toEpochMillis(current)) / speed)),
    ),
})

/** The work of a process that was killed is taken back soon. */
export const shortLease: Lease = { lasts: Duration.millis(800), renewedEvery: Duration.millis(200) }

/** @param sealingKey base64 */
export const secretsOf = (sealingKey: string) => {
  const key = Redacted.make(Buffer.from(sealingKey, 'base64'))
  return Secrets.layer({ digestKey: key, sealingKeys: [{ id: 'chaos', key }] })
}
