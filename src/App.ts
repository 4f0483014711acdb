import { type Duration, type Effect, Layer } from 'effect'
import { Authenticate } from '#application/Authenticate.ts'
import { CheckHealth } from '#application/CheckHealth.ts'
import { DueLoops } from '#application/DueLoops.ts'
import type { DueWork } from '#application/DueWork.ts'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { RequestVerification } from '#application/RequestVerification.ts'
import { ResolutionWorker } from '#application/ResolutionWorker.ts'
import { ResolveVerification } from '#application/ResolveVerification.ts'
import { TransferDispatcher } from '#application/TransferDispatcher.ts'
import { WebhookDispatcher } from '#application/WebhookDispatcher.ts'
import { Bodies } from '#http/connection/Bodies.ts'
import * as Documentation from '#http/Documentation.ts'
import * as Handlers from '#http/Handlers.ts'
import * as KeyedRoute from '#http/KeyedRoute.ts'
import { apiRoutes, type DeclaredRoute } from '#http/UnknownRoutes.ts'
import { Conversation } from '#mcp/Conversation.ts'
import * as Mcp from '#mcp/Server.ts'

export const useCases = Layer.mergeAll(
  Authenticate.layer,
  RequestVerification.layer,
  ReadVerifications.layer,
  ReadConsumption.layer,
  CheckHealth.layer,
)

type Work = ResolutionWorker | TransferDispatcher | WebhookDispatcher

export const work = <R = never>(
  kinds: ReadonlyArray<Effect.Effect<DueWork, never, Work | R>>,
  pollInterval?: Duration.Duration,
) =>
  DueLoops.layer<Work | R>(kinds, pollInterval).pipe(
    Layer.provide([ResolutionWorker.layer, TransferDispatcher.layer, WebhookDispatcher.layer]),
    Layer.provide(ResolveVerification.layer),
  )

const api = Handlers.layer

const mcp = Mcp.layer.pipe(Layer.provide([KeyedRoute.layer, Conversation.layer]))

/** All declared routes of the service, to distinguish 404 and 405. */
export const declared: ReadonlyArray<DeclaredRoute> = [...apiRoutes, ...Mcp.routes, ...Documentation.routes]

/** All routes over any use cases, for example a test's. */
export const channels = Layer.mergeAll(api, mcp, Documentation.layer).pipe(Layer.provide(Bodies.layer))

export const routes = Layer.provide(channels, useCases)
