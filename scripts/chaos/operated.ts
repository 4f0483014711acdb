/** A replica of production as `npm run server` starts it, but for its receivers: they are on this machine. */
import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { Effect, Layer } from 'effect'
import { usualBreaker } from '#adapters/sources/real/Breaker.ts'
import * as RealSources from '#adapters/sources/real/Sources.ts'
import * as Sender from '#adapters/webhooks/Sender.ts'
import { loopback } from '#simulator/webhooks/Loopback.ts'
import { serverSettings } from '#src/Config.ts'
import { logs, telemetry } from '#src/Observability.ts'
import { replica } from '#src/Replica.ts'
import { replicaName } from '#src/replica/Name.ts'

const sender = Sender.layer({ connector: loopback(Number(process.env['RECEIVER_PORT'] ?? 0)) })

const serve = Effect.gen(function* () {
  const settings = yield* serverSettings
  if (settings.providers === null) return yield* Effect.die('only production has providers')
  const { certificates, own, ...providers } = settings.providers
  const tls = { authorities: certificates === null ? [] : [certificates], own }
  const sources = RealSources.layer({ ...providers, tls, breaker: usualBreaker })
  const name = replicaName()
  const observed = Layer.merge(
    logs(settings.logLevel, { replica: name }),
    telemetry(settings.otlpEndpoint, { 'service.instance.id': name }),
  )
  return yield* Effect.provide(replica(settings, sources, sender, name), observed)
})

NodeRuntime.runMain(serve)
