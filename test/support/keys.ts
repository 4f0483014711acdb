import { Duration, Layer, Redacted } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { KnownKeys } from '#application/Authenticate.ts'
import { Setting } from '#application/Setting.ts'
import { make } from '#domain/account/ApiKey.ts'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'

/** A key of the sandbox, another for each number. */
export const keyOf = (nth: number): string => make('sandbox', BigInt(nth))

const setting = Layer.succeed(Setting, {
  environment: 'sandbox',
  timeBudget: Duration.minutes(10),
  validity: Duration.days(30),
  deniedReceivers: usuallyDenied,
  version: '0.1.0',
})

/** What reading and knowing keys needs. */
export const readingKeys = Layer.mergeAll(
  Layer.fresh(KnownKeys.layer),
  setting,
  Secrets.layer({
    digestKey: Redacted.make(new Uint8Array(32)),
    sealingKeys: [{ id: 'k1', key: Redacted.make(new Uint8Array(32)) }],
  }),
)
