/** A replica of the service whose sources answer at once. */
import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { DateTime, Effect, Layer } from 'effect'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import * as Sender from '#adapters/webhooks/Sender.ts'
import { Sources } from '#ports/Sources.ts'
import { loopback } from '#simulator/webhooks/Loopback.ts'
import { serverSettings } from '#src/Config.ts'
import { logs, telemetry } from '#src/Observability.ts'
import { replica } from '#src/Replica.ts'

const sources = Layer.effect(
  Sources,
  Effect.map(Sources, ({ consult }) =>
    Sources.of({
      consult: (consultation) => consult({ ...consultation, now: DateTime.add(consultation.now, { hours: 1 }) }),
    }),
  ),
).pipe(Layer.provide(SandboxSources.layer('bench')))

/** Receivers are on this machine. */
const sender = Sender.layer({ connector: loopback(Number(process.env['RECEIVER_PORT'] ?? 0)) })

NodeRuntime.runMain(
  Effect.flatMap(serverSettings, (settings) =>
    Effect.provide(replica(settings, sources, sender), [logs(settings.logLevel), telemetry(null, {})]),
  ),
)
