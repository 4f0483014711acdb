import { Duration, Layer } from 'effect'
import { ResolutionWorker } from '#application/ResolutionWorker.ts'
import { TransferDispatcher } from '#application/TransferDispatcher.ts'
import { WebhookDispatcher } from '#application/WebhookDispatcher.ts'
import * as App from '#src/App.ts'
import { KeyUses } from './accounts/KeyUses.ts'
import { type InitialAccounts, KnownAccounts } from './accounts/KnownAccounts.ts'
import { FirstBodies } from './http/FirstBodies.ts'
import { InjectedErrors } from './http/InjectedErrors.ts'
import { RequestLog } from './http/RequestLog.ts'
import { recalled } from './live/History.ts'
import { Viewers } from './live/Viewers.ts'
import { watched } from './live/Witness.ts'
import { type WorldSettings, world } from './SimulatedPorts.ts'
import { TimeTravel } from './time/TimeTravel.ts'
import { WorldState } from './WorldState.ts'

/** In memory all work is made in this process, which is notified of it: a thousand worlds at rest do nothing. */
const pollIntervalOf = ({ storage }: WorldSettings): Duration.Duration =>
  storage === 'memory' ? Duration.minutes(1) : Duration.seconds(1)

/**
 * What the levers move, over the ports and the loops.
 *
 * @param accounts those that the world begins with
 */
const worldServices = (accounts: InitialAccounts) =>
  Layer.mergeAll(WorldState.layer, Viewers.layer, recalled).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        KnownAccounts.layer(accounts),
        TimeTravel.layer,
        RequestLog.layer,
        InjectedErrors.layer,
        FirstBodies.layer,
      ),
    ),
  )

/** One world with all that happens in it: the service's use cases and work over simulated ports, and its levers. */
export const openWorld = (settings: WorldSettings, accounts: InitialAccounts) =>
  Layer.merge(worldServices(accounts), App.useCases).pipe(
    Layer.provideMerge(App.work([ResolutionWorker, WebhookDispatcher, TransferDispatcher], pollIntervalOf(settings))),
    Layer.provideMerge(KeyUses.layer),
    Layer.provideMerge(watched),
    Layer.provideMerge(world(settings)),
  )

/** What an open world offers to those who speak to it. */
export type WorldServices = Layer.Success<ReturnType<typeof openWorld>>
