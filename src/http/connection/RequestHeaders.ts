import { IncomingMessage } from 'node:http'
import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import type { HttpServerRequest } from 'effect/http'

/** Every value of each header, in the order received; names in lower case. */
export type DistinctHeaders = { readonly [name: string]: ReadonlyArray<string> | undefined }

/** Every value of every header. Node's `headers` would join or hide repeated ones. */
export const distinctHeaders = (request: HttpServerRequest.HttpServerRequest): DistinctHeaders => {
  const message = NodeHttpServerRequest.toIncomingMessage(request)
  return message instanceof IncomingMessage ? message.headersDistinct : {}
}
