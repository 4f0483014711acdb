/** Our API over Postgres as one process, without background work. */
import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { Console, Effect, Layer, Redacted, References } from 'effect'
import { HttpServer } from 'effect/http'
import * as Payments from '#adapters/payments/Stripe.ts'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import * as Secrets from '#adapters/platform/Secrets.ts'
import * as Time from '#adapters/platform/Time.ts'
import { amongTheYoung } from '#adapters/platform/YoungObjects.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import { ReadinessGate } from '#application/CheckHealth.ts'
import { ServiceContext } from '#application/ServiceContext.ts'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import { timeBudget, validity } from '#domain/Limits.ts'
import { ConnectionKeys } from '#http/connection/ConnectionKeys.ts'
import * as Server from '#http/Server.ts'
import * as App from '#src/App.ts'
import { telemetry } from '#src/Observability.ts'

process.on('SIGUSR2', () => globalThis.gc?.())

const [url = '', digestKey = ''] = process.argv.slice(2)
const key = Redacted.make(Buffer.from(digestKey, 'base64'))

const ports = Layer.mergeAll(
  PostgresStorage.layer(`bench-${process.pid}`),
  Payments.layer({ environment: 'sandbox', host: 'http://127.0.0.1:9' }),
  Identifiers.layer(),
  Time.layer,
  Layer.succeed(ServiceContext, {
    environment: 'sandbox',
    timeBudget,
    validity,
    deniedReceivers: usuallyDenied,
    version: 'bench',
  }),
).pipe(
  Layer.provideMerge(Secrets.layer({ digestKey: key, sealingKeys: [{ id: 'bench', key }] })),
  Layer.provide(
    Database.layer({ url: Redacted.make(url), apiConnections: 16, workConnections: 2, dispatchConnections: 1 }),
  ),
)

const announce = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  yield* Console.log(`listening on ${HttpServer.formatAddress(address)}`)
})

const server = Layer.effectDiscard(announce).pipe(
  Layer.provideMerge(Server.serve(App.routes, App.declared)),
  Layer.provide(Server.listener({ host: '127.0.0.1', port: 0 })),
  Layer.provide([ReadinessGate.layer, ConnectionKeys.layer]),
  Layer.provide(ports),
  Layer.provide([Layer.succeed(References.MinimumLogLevel, 'Warn'), telemetry(null, {})]),
)

NodeRuntime.runMain(Effect.andThen(amongTheYoung, Layer.launch(server)))
