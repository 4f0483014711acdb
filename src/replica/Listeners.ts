import { X509Certificate } from 'node:crypto'
import { Clock, Context, Effect, Layer, Redacted, Schema } from 'effect'
import { HttpServer } from 'effect/http'
import { type Peer, shownExpiry } from '#adapters/egress/PeerCertificate.ts'
import { keyRevision } from '#adapters/lists/Keys.ts'
import { CheckHealth } from '#application/CheckHealth.ts'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { refusalLog } from '#http/Answers.ts'
import { TrustedProxies } from '#http/connection/Client.ts'
import * as Server from '#http/Server.ts'
import * as App from '#src/App.ts'
import type { ServerSettings } from '#src/Config.ts'
import { inspectionServer } from '#src/Observability.ts'
import * as Certificates from '#src/observability/Certificates.ts'
import * as ListMetrics from '#src/observability/ListMetrics.ts'
import * as Metrics from '#src/observability/Metrics.ts'
import * as PartnerMetrics from '#src/observability/PartnerMetrics.ts'
import * as ProcessMetrics from '#src/observability/ProcessMetrics.ts'
import * as ServiceMetrics from '#src/observability/ServiceMetrics.ts'
import { reject } from '#wire/Rejection.ts'

/** Logs an expired certificate. The replica keeps running, but clients that verify the certificate cannot connect. */
export const logExpiredCertificate = (certificate: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Date.parse(new X509Certificate(certificate).validTo) < now
      ? Effect.logError('TLS certificate expired: COTEJO_TLS_CERT_FILE')
      : Effect.void,
  )

/** The process cannot listen on the configured address. */
class CannotListen extends Schema.TaggedError<CannotListen>()('CannotListen', {
  reason: Schema.String,
}) {}

interface Address {
  readonly host: string
  readonly port: number
}

/** @param name the prefix of the address's settings */
const cannotListen = (name: string, { host, port }: Address, code: string) => {
  const problem =
    code === 'EADDRINUSE' ? `port ${port} of ${host} is in use` : `cannot listen on ${host}:${port} (${code})`
  // With these codes the host is wrong, not the port.
  const culprit = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' ? 'HOST' : 'PORT'
  return new CannotListen({ reason: `${problem}: choose another ${name}_${culprit}` })
}

const announce = (tls: ServerSettings['tls']) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const scheme = tls === null ? 'http:' : 'https:'
      yield* Effect.logInfo('api listening', {
        address: HttpServer.formatAddress(address).replace(/^http:/, scheme),
      })
      if (tls !== null) yield* logExpiredCertificate(tls.cert)
    }),
  )

const measured = Metrics.measuringRequests(App.declared)

const api = ({ host, port, tls, lastCall, connectionLimits: limits, ...settings }: ServerSettings) => {
  const trustedProxies = settings.trustedProxies ?? []
  return announce(tls).pipe(
    Layer.provide(Server.serve(App.routes, App.declared, [refusalLog(), measured], lastCall)),
    Layer.provide(Server.listener({ host, port, tls, limits, trustedProxies })),
    Layer.provide(Layer.succeed(TrustedProxies, trustedProxies)),
  )
}

type Check = (typeof CheckHealth.Service)['check']

/**
 * The listener for probes and metrics. It starts before everything else, so that a process that waits for its database
 * counts as alive.
 */
export class Inspected extends Context.Service<
  Inspected,
  {
    /** Sets the check behind `/_salud`. Until then `/_salud` reports that the database is not reached. */
    readonly answerWith: (check: Check) => Effect.Effect<void>
  }
>()('cotejo/replica/Inspected') {
  static readonly layer = ({
    metricsHost: host,
    metricsPort: port,
  }: Pick<ServerSettings, 'metricsHost' | 'metricsPort'>) =>
    Layer.effect(
      Inspected,
      Effect.gen(function* () {
        let current: Check = Effect.fail(reject('sin_base'))
        yield* inspectionServer(
          { host, port },
          Effect.suspend(() => current),
        ).pipe(
          Effect.flatMap((at) => Effect.logInfo('metrics listening', { address: at })),
          Effect.mapError(({ code }) => cannotListen('COTEJO_METRICS', { host, port }, code)),
        )
        return Inspected.of({
          answerWith: (check) =>
            Effect.sync(() => {
              current = check
            }),
        })
      }),
    )
}

const readiness = Layer.merge(
  ProcessMetrics.readiness(CheckHealth.use(({ check }) => check)),
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { answerWith } = yield* Inspected
      const { check } = yield* CheckHealth
      yield* answerWith(check)
    }),
  ),
).pipe(Layer.provide(CheckHealth.layer))

/** When the certificates of the database, the providers and the processor expire, by the setting of their address. */
const peersOf = ({
  databaseUrl,
  databaseCertificates,
  processorUrl,
  processorCertificates,
  providers,
}: ServerSettings) => {
  const lookAt = (url: string, certificates: string | null, own: Peer['own'] = null) =>
    shownExpiry({ url, authorities: certificates === null ? [] : [certificates], own })
  return {
    DATABASE_URL: lookAt(Redacted.value(databaseUrl.url), databaseCertificates),
    ...(processorUrl === null ? {} : { COTEJO_PROCESSOR_URL: lookAt(processorUrl, processorCertificates) }),
    ...(providers === null
      ? {}
      : {
          COTEJO_IDENTITY_URL: lookAt(providers.identidad.url, providers.certificates, providers.own),
          COTEJO_JUDICIAL_URL: lookAt(providers.judicial.url, providers.certificates, providers.own),
        }),
  }
}

/** The API server and the metrics listener. The metrics listener runs for as long as the process does. */
export const listeners = (settings: ServerSettings) => {
  const { host, port, roles, environment, listsRequired, listsMaxAge: maxAge } = settings
  // In the sandbox the source `listas` is simulated and needs no lists.
  const areUsed = environment === 'production'
  const required = areUsed ? listsRequired : []
  const answering = Layer.catchTag(api(settings), 'ServeError', ({ cause }) =>
    Layer.effectContext(Effect.fail(cannotListen('COTEJO', { host, port }, errorCodeOf(cause) ?? String(cause)))),
  )
  return (roles.includes('api') ? answering : Layer.empty).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.effectDiscard(Metrics.knownSeries(App.declared)),
        ServiceMetrics.layer,
        PartnerMetrics.layer,
        Certificates.certificates(Certificates.configuredCertificates(settings), peersOf(settings)),
        ProcessMetrics.layer,
        readiness,
        ListMetrics.layer({ required, maxAge, keyRevision }, areUsed),
      ),
    ),
  )
}
