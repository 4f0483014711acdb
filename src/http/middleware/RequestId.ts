import { randomUUID } from 'node:crypto'
import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { CurrentRequest } from '#application/CurrentRequest.ts'
import { requestIdHeader } from '#wire/AdditionalHeaders.ts'

/** 122 random bits: the ID reveals neither time nor count. */
export const nextRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`

/** Gives a request an ID and adds it to the answer. */
export const identified = <E, R>(
  handled: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.suspend(() => {
    const id = nextRequestId()
    return handled.pipe(
      Effect.map(HttpServerResponse.setHeader(requestIdHeader, id)),
      Effect.provideService(CurrentRequest, { id, account: null, refusal: null, additions: null }),
    )
  })
