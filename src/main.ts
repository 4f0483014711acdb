import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { Cause, Console, Effect, Exit, Layer } from 'effect'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import { Secrets } from '#ports/Secrets.ts'
import { serverSettings } from './Config.ts'
import { logs, telemetry } from './Observability.ts'
import { replica } from './Replica.ts'

/** Replicas draw the same latency for a verification, and nobody else can tell it in advance. */
const sources = Layer.unwrap(Effect.map(Secrets, ({ fingerprint }) => SandboxSources.layer(fingerprint('latencias'))))

const serve = Effect.gen(function* () {
  const settings = yield* serverSettings
  const { environment, logLevel, otlpEndpoint } = settings
  const observed = Layer.merge(logs(logLevel), telemetry(otlpEndpoint, { 'deployment.environment.name': environment }))
  return yield* replica(settings, sources).pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logFatal('the process ends', cause),
    ),
    Effect.provide(observed),
  )
})

NodeRuntime.runMain(
  Effect.tapErrorTag(serve, 'SettingsRefused', ({ message }) => Console.error(message)),
  {
    disableErrorReporting: true,
    // Being told to stop is no failure.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1),
  },
)
