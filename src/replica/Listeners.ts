import { Effect, Layer, Schema } from 'effect'
import { HttpServer } from 'effect/http'
import { keyRevision } from '#adapters/lists/Keys.ts'
import { CheckHealth } from '#application/CheckHealth.ts'
import { errorCodeOf } from '#domain/ErrorCode.ts'
import { TrustedProxies } from '#http/connection/Client.ts'
import { refusalLog } from '#http/RefusalLog.ts'
import * as Server from '#http/Server.ts'
import * as App from '#src/App.ts'
import type { ServerSettings } from '#src/Config.ts'
import { inspectionServer } from '#src/Observability.ts'
import * as AuditMetrics from '#src/observability/AuditMetrics.ts'
import * as CertificateMetrics from '#src/observability/CertificateMetrics.ts'
import { IsInspected } from '#src/observability/Inspection.ts'
import * as ListMetrics from '#src/observability/ListMetrics.ts'
import * as Metrics from '#src/observability/Metrics.ts'
import * as PartnerMetrics from '#src/observability/PartnerMetrics.ts'
import * as ProcessMetrics from '#src/observability/ProcessMetrics.ts'
import * as ReadinessMetrics from '#src/observability/ReadinessMetrics.ts'
import * as ServiceMetrics from '#src/observability/ServiceMetrics.ts'
import { tellEnded } from './Certificate.ts'

/** This process cannot listen where its settings say. */
class CannotListen extends Schema.TaggedError<CannotListen>()('CannotListen', {
  reason: Schema.String,
}) {}

interface Address {
  readonly host: string
  readonly port: number
}

const cannotListen = (setting: string, { host, port }: Address, code: string) => {
  const problem =
    code === 'EADDRINUSE' ? `port ${port} of ${host} is in use` : `cannot listen on ${host}:${port} (${code})`
  // No port is at fault where this machine has no such address.
  const culprit = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' ? 'COTEJO_HOST' : setting
  return new CannotListen({ reason: `${problem}: choose another ${culprit}` })
}

const announce = (tls: ServerSettings['tls']) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const scheme = tls === null ? 'http:' : 'https:'
      yield* Effect.logInfo('api listening', {
        address: HttpServer.formatAddress(address).replace(/^http:/, scheme),
      })
      if (tls !== null) yield* tellEnded(tls.cert)
    }),
  )

const measured = Metrics.measuringRequests(App.declared)

/** Answers requests. */
const api = ({ host, port, tls, lastCall, connectionLimits: limits, ...settings }: ServerSettings) => {
  const trustedProxies = settings.trustedProxies ?? []
  const loggingRefusals = refusalLog()
  return announce(tls).pipe(
    Layer.provide(Server.serve(App.routes, App.declared, (handled) => loggingRefusals(measured(handled)), lastCall)),
    Layer.provide(Server.listener({ host, port, tls, limits, trustedProxies })),
    Layer.provide(Layer.succeed(TrustedProxies, trustedProxies)),
  )
}

/** Lets itself be looked at from inside. */
const inspected = (address: Address) =>
  inspectionServer(address).pipe(
    Effect.flatMap((at) => Effect.logInfo('metrics listening', { address: at })),
    Effect.mapError(({ code }) => cannotListen('COTEJO_METRICS_PORT', address, code)),
    Effect.when(IsInspected),
    Layer.effectDiscard,
  )

const readiness = ReadinessMetrics.layer(CheckHealth.use(({ check }) => check)).pipe(Layer.provide(CheckHealth.layer))

/** What listens, and what is looked at from outside for as long as anything does. */
export const listeners = (settings: ServerSettings) => {
  const { host, port, metricsPort, roles, environment, listsRequired, listsMaxAge: maxAge } = settings
  // In the sandbox the source listas is simulated: it needs none.
  const areUsed = environment === 'production'
  const required = areUsed ? listsRequired : []
  const answering = Layer.catchTag(api(settings), 'ServeError', ({ cause }) =>
    Layer.effectContext(Effect.fail(cannotListen('COTEJO_PORT', { host, port }, errorCodeOf(cause) ?? String(cause)))),
  )
  return (roles.includes('api') ? answering : Layer.empty).pipe(
    Layer.provideMerge(inspected({ host, port: metricsPort })),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.effectDiscard(Metrics.knownSeries(App.declared)),
        ServiceMetrics.layer,
        PartnerMetrics.layer,
        AuditMetrics.layer,
        CertificateMetrics.layer({
          COTEJO_TLS_CERT_FILE: settings.tls?.cert,
          COTEJO_PROVIDER_CERT_FILE: settings.providers?.own?.cert,
        }),
        ProcessMetrics.layer,
        readiness,
        ListMetrics.layer({ required, maxAge, keyRevision }, areUsed),
      ),
    ),
  )
}
