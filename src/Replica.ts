import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Duration, Effect, Layer, Schema } from 'effect'
import { HttpServer } from 'effect/http'
import * as Screening from '#adapters/lists/Screening.ts'
import * as Payments from '#adapters/payments/Stripe.ts'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import * as Time from '#adapters/platform/Time.ts'
import * as Backlog from '#adapters/postgres/Backlog.ts'
import { DatabaseClock } from '#adapters/postgres/DatabaseClock.ts'
import * as Lists from '#adapters/postgres/Lists.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import { Departure } from '#application/Departure.ts'
import { type DueWork, onlyWhile } from '#application/DueWork.ts'
import { ResolutionWorker } from '#application/ResolutionWorker.ts'
import { Setting } from '#application/Setting.ts'
import { TransferDispatcher } from '#application/TransferDispatcher.ts'
import { watch } from '#application/Watchdog.ts'
import { WebhookDispatcher } from '#application/WebhookDispatcher.ts'
import { errorCodeOf } from '#domain/ErrorCode.ts'
import { TrustedProxies } from '#http/connection/Client.ts'
import * as Server from '#http/Server.ts'
import packageJson from '#package.json' with { type: 'json' }
import type { Screening as ScreeningPort } from '#ports/Screening.ts'
import type * as Secrets from '#ports/Secrets.ts'
import type { Sources } from '#ports/Sources.ts'
import type { Time as TimePort } from '#ports/Time.ts'
import type { WebhookSender } from '#ports/WebhookSender.ts'
import * as App from './App.ts'
import { Database } from './adapters/postgres/connection/Database.ts'
import { untilRefused } from './adapters/postgres/schema/KeptSchema.ts'
import type { ServerSettings } from './Config.ts'
import { inspectionServer } from './Observability.ts'
import * as ListMetrics from './observability/ListMetrics.ts'
import * as Metrics from './observability/Metrics.ts'

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
  return new CannotListen({ reason: `${problem}: choose another ${setting}` })
}

/** Names this process among the replicas, and no other before or beside it. */
const nodeId = () => `${hostname()}-${process.pid}-${randomUUID()}`

/** What sources may be made of. */
type SourcesLayer = Layer.Layer<Sources, never, Secrets.Secrets | TimePort | ScreeningPort>

/** Everything that the use cases reach, counted. */
const ports = (settings: ServerSettings, sources: SourcesLayer, sender: Layer.Layer<WebhookSender>) => {
  const { environment, timeBudget, validity, database, listsRequired: required, listsMaxAge: maxAge } = settings
  const { apiConnections, workConnections, dispatchConnections, deniedReceivers } = settings
  const setting = Layer.succeed(Setting, {
    environment,
    timeBudget,
    validity,
    deniedReceivers,
    version: packageJson.version,
  })
  return Layer.mergeAll(
    Metrics.measuredPorts.pipe(Layer.provideMerge(PostgresStorage.layer(nodeId()))),
    Backlog.layer,
    Layer.provide(sources, Screening.layer({ required, maxAge })).pipe(Layer.provideMerge(Lists.layer)),
  ).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        setting,
        sender,
        Payments.layer({ environment, host: settings.processorUrl }),
        Identifiers.layer(),
        Time.layer,
      ),
    ),
    Layer.provideMerge(PlatformSecrets.layer(settings.keyring)),
    Layer.provideMerge(DatabaseClock.layer),
    Layer.provideMerge(Database.layer({ ...database, apiConnections, workConnections, dispatchConnections })),
  )
}

const announce = (scheme: 'http' | 'https') =>
  Layer.effectDiscard(
    Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
      Effect.logInfo('api listening', {
        direccion: HttpServer.formatAddress(address).replace(/^http:/, `${scheme}:`),
      }),
    ),
  )

/** Answers requests. */
const api = ({ host, port, tls, lastCall, connectionLimits: limits, ...settings }: ServerSettings) => {
  const trustedProxies = settings.trustedProxies ?? []
  return announce(tls === null ? 'http' : 'https').pipe(
    Layer.provide(Server.serve(App.routes, App.declared, Metrics.measuringRequests(App.declared), lastCall)),
    Layer.provide(Server.listener({ host, port, tls, limits, trustedProxies })),
    Layer.provide(Layer.succeed(TrustedProxies, trustedProxies)),
  )
}

/**
 * A process that stalled, or is told to stop while its database is frozen, may not end by itself: after
 * its last call it has this long to give its work back. What it does not give back is taken when its lease ends.
 */
const exitIfStuck = (code: number, timeout: Duration.Duration) =>
  Effect.forkDetach(
    Effect.sleep(timeout).pipe(
      Effect.andThen(Effect.logWarning('shutdown takes too long: exiting although something is still open')),
      Effect.andThen(Effect.sync(() => process.exit(code))),
    ),
  )
const endingTime = Duration.seconds(25)

/** Work that is taken while the clock of this machine is near enough to the database's. */
const inTime = <R>(kind: Effect.Effect<DueWork, never, R>) =>
  Effect.gen(function* () {
    const { isTrusted } = yield* DatabaseClock
    return onlyWhile(isTrusted, yield* kind)
  })

/** Lets itself be looked at from inside. */
const inspected = (address: Address) =>
  inspectionServer(address).pipe(
    Effect.flatMap((direccion) => Effect.logInfo('metrics listening', { direccion })),
    Effect.mapError(({ code }) => cannotListen('COTEJO_METRICS_PORT', address, code)),
    Layer.effectDiscard,
  )

/** What listens, and what is looked at from outside for as long as anything does. */
const listeners = (settings: ServerSettings) => {
  const { host, port, metricsPort, roles } = settings
  const answering = Layer.catchTag(api(settings), 'ServeError', ({ cause }) =>
    Layer.effectContext(Effect.fail(cannotListen('COTEJO_PORT', { host, port }, errorCodeOf(cause) ?? String(cause)))),
  )
  return (roles.includes('api') ? answering : Layer.empty).pipe(
    Layer.provideMerge(inspected({ host, port: metricsPort })),
    Layer.provideMerge(Layer.mergeAll(Metrics.layer, ListMetrics.layer)),
  )
}

/**
 * One replica: what its roles are, over one Postgres, until it is interrupted or makes no progress.
 * It ends in the reverse order of its layers: requests under way, then the loops, then its lease.
 *
 * @param sources the external sources of the environment
 * @param sender the way to the partners' receivers
 */
export const replica = (settings: ServerSettings, sources: SourcesLayer, sender: Layer.Layer<WebhookSender>) => {
  const over = ports(settings, sources, sender)
  const timeout = Duration.sum(settings.lastCall, endingTime)
  const untilStopped = <A, E, R>(running: Effect.Effect<A, E, R>) =>
    Effect.onInterrupt(running, () => exitIfStuck(0, timeout))
  const watched = Effect.tapError(watch, () => exitIfStuck(1, timeout))
  const kinds = [
    ...(settings.roles.includes('worker') ? [inTime(ResolutionWorker)] : []),
    ...(settings.roles.includes('dispatcher') ? [inTime(TransferDispatcher), inTime(WebhookDispatcher)] : []),
  ]
  return Effect.provide(
    untilStopped(Effect.raceFirst(watched, untilRefused({ migrates: settings.environment === 'sandbox' }))),
    listeners(settings).pipe(
      Layer.provideMerge(App.work(kinds)),
      Layer.provideMerge(over),
      Layer.provide(Departure.layer),
    ),
  )
}
