/** The dispatcher of transfers alone, as a process, with a clock that runs ahead so that backoff is short. */
import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { Config, Effect, Layer, Redacted } from 'effect'
import * as Payments from '#adapters/payments/Stripe.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import { DueLoops } from '#application/DueLoops.ts'
import { TransferDispatcher } from '#application/TransferDispatcher.ts'
import { logs } from '#src/Observability.ts'
import { hurried, secretsOf, shortLease } from './hurry.ts'

const dispatching = Effect.gen(function* () {
  const { url, host, sealingKey } = yield* Config.all({
    url: Config.String('DATABASE_URL'),
    host: Config.String('PROCESSOR'),
    sealingKey: Config.String('SEALING_KEY'),
  })
  return DueLoops.layer([TransferDispatcher]).pipe(
    Layer.provide(TransferDispatcher.layer),
    Layer.provide(PostgresStorage.layer(`transferrer-${process.pid}-${Date.now()}`, shortLease)),
    Layer.provide(
      Database.layer({ url: Redacted.make(url), apiConnections: 1, workConnections: 3, dispatchConnections: 3 }),
    ),
    Layer.provide([secretsOf(sealingKey), hurried, Payments.layer({ environment: 'sandbox', host })]),
    Layer.provide(logs('Warn')),
  )
})

NodeRuntime.runMain(Layer.launch(Layer.unwrap(dispatching)))
