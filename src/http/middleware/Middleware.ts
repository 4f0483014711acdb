import type { Effect } from 'effect'
import type { HttpServerRequest, HttpServerResponse } from 'effect/http'

/** The answering of a request. */
export type Answering<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>

/** Wraps the answering of every request. */
export type Middleware = <R>(handled: Answering<R>) => Answering<R | HttpServerRequest.HttpServerRequest>
