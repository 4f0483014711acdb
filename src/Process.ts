import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { Cause, Console, Effect, Exit, Layer } from 'effect'
import { internet } from '#adapters/egress/Internet.ts'
import { usualBreaker } from '#adapters/sources/real/Breaker.ts'
import * as RealSources from '#adapters/sources/real/Sources.ts'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import * as Sender from '#adapters/webhooks/Sender.ts'
import { Secrets } from '#ports/Secrets.ts'
import { names, type ServerSettings, serverSettings } from './Config.ts'
import { exposedFiles, unknownVariables } from './config/GivenVariables.ts'
import { logs, telemetry } from './Observability.ts'
import { replica } from './Replica.ts'
import { replicaName } from './replica/Name.ts'

/** All replicas compute the same latency for a verification, and it cannot be predicted without their secret. */
const simulatedSources = Layer.unwrap(
  Effect.map(Secrets, ({ fingerprint }) => SandboxSources.layer(fingerprint('latencias'))),
)

const realSources = ({ certificates, own, ...providers }: NonNullable<ServerSettings['providers']>) => {
  const tls = { authorities: certificates === null ? [] : [certificates], own }
  return RealSources.layer({ ...providers, tls, breaker: usualBreaker })
}

const warnUnknownVariables = Effect.flatMap(unknownVariables(names), (found) =>
  found.length === 0
    ? Effect.void
    : Effect.logWarning('unknown COTEJO_* variables ignored', {
        variables: found.join(', '),
      }),
)

const warnExposedFiles = Effect.flatMap(exposedFiles(names), (found) =>
  found.length === 0
    ? Effect.void
    : Effect.logWarning('secret files are readable by other users: chmod 600', {
        variables: found.join(', '),
      }),
)

const serve = Effect.gen(function* () {
  const settings = yield* serverSettings
  const {
    environment,
    logLevel,
    otlpEndpoint,
    traceSampling,
    webhookCertificates,
    dnsServers,
    deniedReceivers: denied,
    providers,
  } = settings
  const name = replicaName()
  const observed = Layer.merge(
    logs(logLevel, { replica: name }),
    telemetry(otlpEndpoint, { 'deployment.environment.name': environment, 'service.instance.id': name }, traceSampling),
  )
  const extraCertificates = webhookCertificates === null ? [] : [webhookCertificates]
  const sender = Sender.layer({
    connector: internet({ extraCertificates, dnsServers: dnsServers ?? [], deniedNetworks: denied.networks }),
    denied,
  })
  const sources = providers === null ? simulatedSources : realSources(providers)
  return yield* Effect.andThen(
    Effect.andThen(warnUnknownVariables, warnExposedFiles),
    replica(settings, sources, sender, name),
  ).pipe(
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
    // A requested stop is not a failure.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1),
  },
)
