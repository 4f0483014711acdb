import { Duration, Effect, Layer } from 'effect'
import { amongTheYoung } from '#adapters/platform/YoungObjects.ts'
import { DatabaseClock } from '#adapters/postgres/installation/DatabaseClock.ts'
import { retentionWork } from '#application/ApplyRetention.ts'
import { ReadinessGate } from '#application/CheckHealth.ts'
import { type DueWork, onlyWhile } from '#application/DueWork.ts'
import { FetchLists } from '#application/FetchLists.ts'
import * as ListFetching from '#application/ListFetching.ts'
import { ResolutionWorker } from '#application/ResolutionWorker.ts'
import { TransferDispatcher } from '#application/TransferDispatcher.ts'
import { watch } from '#application/Watchdog.ts'
import { WebhookDispatcher } from '#application/WebhookDispatcher.ts'
import { longestWait } from '#domain/Limits.ts'
import { ConnectionKeys } from '#http/connection/ConnectionKeys.ts'
import { LongestWait } from '#http/connection/Turn.ts'
import type { WebhookSender } from '#ports/WebhookSender.ts'
import * as App from './App.ts'
import { ReplicaRoles, ReplicaVersion } from './adapters/postgres/connection/Replica.ts'
import { SharedSettings } from './adapters/postgres/connection/SharedSettings.ts'
import { TimeoutFactor } from './adapters/postgres/connection/TimeoutFactor.ts'
import type { ServerSettings } from './Config.ts'
import { Inspected, listeners } from './replica/Listeners.ts'
import { replicaName } from './replica/Name.ts'
import { foundation, ports, publishing, type SourcesLayer } from './replica/Ports.ts'
import { ofReplica, ofSettings, Refusals } from './replica/Refusals.ts'
import { sharedSettings } from './replica/Shared.ts'
import { version } from './Version.ts'

/**
 * Ends a process that does not end by itself, for example because it stalled or its database is frozen. After its last
 * call it has this long to release its work. Work that it does not release is taken over when its lease ends.
 */
const exitIfStuck = (code: number, timeout: Duration.Duration) =>
  Effect.forkDetach(
    Effect.sleep(timeout).pipe(
      Effect.andThen(Effect.logWarning('shutdown timed out; exiting')),
      Effect.andThen(Effect.sync(() => process.exit(code))),
    ),
  )
const endingTime = Duration.seconds(25)

/** Work that starts only while this process is admitted and its clock is close enough to the database's clock. */
const inTime = <R>(kind: Effect.Effect<DueWork, never, R>) =>
  Effect.gen(function* () {
    const { isTrusted } = yield* DatabaseClock
    const { isAdmitted } = yield* Refusals
    return onlyWhile(
      Effect.zipWith(isAdmitted, isTrusted, (admitted, trusted) => admitted && trusted),
      yield* kind,
    )
  })

/** Logs the start, and the end of everything. Sealing keys are logged only by their IDs. */
const announced = ({ environment, roles, keyring }: ServerSettings) =>
  Layer.effectDiscard(
    Effect.acquireRelease(
      Effect.logInfo('replica starts', {
        version,
        environment,
        roles: roles.join(','),
        keys: keyring.sealingKeys.map(({ id }) => id).join(','),
      }),
      () => Effect.logInfo('replica has stopped'),
    ),
  )

const references = ({ timeoutFactor, roles, ...settings }: ServerSettings) =>
  Layer.mergeAll(
    Layer.succeed(SharedSettings, sharedSettings(settings)),
    Layer.succeed(TimeoutFactor, timeoutFactor),
    Layer.succeed(ReplicaVersion, version),
    Layer.succeed(ReplicaRoles, roles),
    Layer.succeed(LongestWait, Duration.times(longestWait, timeoutFactor)),
  )

/**
 * The work of one replica in its roles, over one Postgres, until its scope closes. It ends in the reverse order of its
 * layers: requests in progress, then the loops, then its lease.
 *
 * @param sources the external sources of the environment
 * @param sender sends to the partners' receivers
 * @param name the name of this process among the replicas
 * @param refusals reasons that keep it from starting
 */
export const duties = (
  settings: ServerSettings,
  sources: SourcesLayer,
  sender: Layer.Layer<WebhookSender>,
  name = replicaName(),
  refusals: ReturnType<typeof ofReplica> = ofSettings(settings),
) => {
  const kinds = [
    ...(settings.roles.includes('worker')
      ? [inTime(ResolutionWorker), inTime(retentionWork(settings.retentionDays))]
      : []),
    ...(settings.roles.includes('dispatcher') ? [inTime(TransferDispatcher), inTime(WebhookDispatcher)] : []),
  ]
  const addresses = settings.roles.includes('lists') ? settings.listsAddresses : null
  const fetching =
    addresses === null
      ? Layer.empty
      : ListFetching.layer(addresses).pipe(Layer.provide(FetchLists.layer), Layer.provide(publishing(settings)))
  return listeners(settings).pipe(
    Layer.provideMerge(fetching),
    Layer.provideMerge(App.work(kinds)),
    Layer.provideMerge(ports(settings, sources, sender, name)),
    Layer.provideMerge(refusals),
    Layer.provideMerge(foundation(settings)),
    Layer.provide(Inspected.layer(settings)),
    Layer.provide(announced(settings)),
    Layer.provide([ReadinessGate.layer, ConnectionKeys.layer]),
    Layer.provide(references(settings)),
  )
}

/** Runs one replica as a process of its own, until it is interrupted, is refused, or makes no progress. */
export const replica = (
  settings: ServerSettings,
  sources: SourcesLayer,
  sender: Layer.Layer<WebhookSender>,
  name?: string,
) => {
  const timeout = Duration.sum(settings.lastCall, endingTime)
  const untilStopped = <A, E, R>(running: Effect.Effect<A, E, R>) =>
    Effect.onInterrupt(running, () =>
      Effect.andThen(Effect.logInfo('replica stopping; finishing work in progress'), exitIfStuck(0, timeout)),
    )
  const watched = Effect.tapError(watch, () => exitIfStuck(1, timeout))
  return Effect.andThen(
    amongTheYoung,
    Effect.provide(
      untilStopped(
        Effect.raceFirst(
          watched,
          Effect.flatMap(Refusals, ({ untilRefused }) => untilRefused),
        ),
      ),
      duties(settings, sources, sender, name, ofReplica(settings)),
    ),
  )
}
