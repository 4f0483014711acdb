/** A replica of the service whose sources answer at once. */
import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { DateTime, Effect, Layer } from 'effect'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import { Sources } from '#ports/Sources.ts'
import { serverSettings } from '#src/Config.ts'
import { logs } from '#src/Observability.ts'
import { replica } from '#src/Replica.ts'

const sources = Layer.effect(
  Sources,
  Effect.map(Sources, ({ consult }) =>
    Sources.of({
      consult: (consultation) => consult({ ...consultation, now: DateTime.add(consultation.now, { hours: 1 }) }),
    }),
  ),
).pipe(Layer.provide(SandboxSources.layer('bench')))

NodeRuntime.runMain(
  Effect.flatMap(serverSettings, (settings) => Effect.provide(replica(settings, sources), logs(settings.logLevel))),
)
