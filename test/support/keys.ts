import { Duration, Layer, Redacted } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { ServiceContext } from '#application/ServiceContext.ts'
import { make } from '#domain/account/ApiKey.ts'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import { ConnectionKeys } from '#http/connection/ConnectionKeys.ts'

/** A key of the sandbox, another for each number. */
export const keyOf = (nth: number): string => make('sandbox', BigInt(nth))

const service = Layer.succeed(ServiceContext, {
  environment: 'sandbox',
  timeBudget: Duration.minutes(10),
  validity: Duration.days(30),
  deniedReceivers: usuallyDenied,
  version: '0.1.0',
})

/** What reading and knowing keys needs. */
export const readingKeys = Layer.mergeAll(
  Layer.fresh(ConnectionKeys.layer),
  service,
  Secrets.layer({
    digestKey: Redacted.make(new Uint8Array(32)),
    sealingKeys: [{ id: 'k1', key: Redacted.make(new Uint8Array(32)) }],
  }),
)
