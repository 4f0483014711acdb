import { Duration, Layer } from 'effect'
import { ResolutionWorker } from '#application/ResolutionWorker.ts'
import { TransferDispatcher } from '#application/TransferDispatcher.ts'
import { WebhookDispatcher } from '#application/WebhookDispatcher.ts'
import type { InitialAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { machinery } from '#simulator/levers/Levers.ts'
import { watched } from '#simulator/live/Witness.ts'
import { type WorldSettings, world } from '#simulator/World.ts'
import * as App from '#src/App.ts'

/** In memory all work is made in this process, which is notified of it: a thousand worlds at rest do nothing. */
const pollIntervalOf = ({ storage }: WorldSettings): Duration.Duration =>
  storage === 'memory' ? Duration.minutes(1) : Duration.seconds(1)

/** One world with all that happens in it: the service's use cases and work over simulated ports, and its levers. */
export const openWorld = (settings: WorldSettings, accounts: InitialAccounts) =>
  Layer.merge(machinery(settings.seed, accounts), App.useCases).pipe(
    Layer.provideMerge(App.work([ResolutionWorker, WebhookDispatcher, TransferDispatcher], pollIntervalOf(settings))),
    Layer.provideMerge(watched),
    Layer.provideMerge(world(settings)),
  )

/** What an open world offers to those who speak to it. */
export type WorldServices = Layer.Success<ReturnType<typeof openWorld>>
