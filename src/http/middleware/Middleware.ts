import type { Effect } from 'effect'
import type { HttpServerRequest, HttpServerResponse } from 'effect/http'

/** An effect that answers a request. */
export type Answering<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>

/** Wraps the effect that answers every request. */
export type Middleware = <R>(handled: Answering<R>) => Answering<R | HttpServerRequest.HttpServerRequest>
