import { Layer } from 'effect'
import { ResolutionWorker } from '#application/ResolutionWorker.ts'
import { TransferDispatcher } from '#application/TransferDispatcher.ts'
import { WebhookDispatcher } from '#application/WebhookDispatcher.ts'
import type { InitialAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { machinery } from '#simulator/levers/Levers.ts'
import { watched } from '#simulator/live/Witness.ts'
import { type WorldSettings, world } from '#simulator/World.ts'
import * as App from '#src/App.ts'

/** One world with all that happens in it: the service's use cases and work over simulated ports, and its levers. */
export const openWorld = (settings: WorldSettings, accounts: InitialAccounts) =>
  Layer.merge(machinery(accounts), App.useCases).pipe(
    Layer.provideMerge(App.work([ResolutionWorker, WebhookDispatcher, TransferDispatcher])),
    Layer.provideMerge(watched),
    Layer.provideMerge(world(settings)),
  )

/** What an open world offers to those who speak to it. */
export type WorldServices = Layer.Success<ReturnType<typeof openWorld>>
