import { Context, Effect, Layer, Option, Predicate, Result } from 'effect'
import { McpProtocol, McpSchema } from 'effect/ai'
import type { Headers } from 'effect/http'
import type { Presented } from '#application/Authenticate.ts'
import { batchMessages } from '#domain/Limits.ts'
import type { Rejection } from '#wire/Errores.ts'
import { assumedVersion, endpoint } from './Endpoint.ts'
import {
  asksNothing,
  isMessage,
  misfit,
  parseMessages,
  type Reply,
  type Request,
  requestOf,
  taken,
} from './Messages.ts'
import { isOffered, notOffered } from './Offer.ts'
import { CurrentCall } from './ToolCalls.ts'

/** Who speaks, and with which headers. */
interface Speaker {
  readonly presented: Presented['Service']
  readonly headers: Headers.Headers
}

/** The one revision that has batches, and whose servers must take them. */
const batched = McpProtocol.v2025_03_26.protocolVersion

const invalidRequest = misfit(McpSchema.INVALID_REQUEST_ERROR_CODE)

const make = Effect.gen(function* () {
  const ask = yield* endpoint

  /** Calls a tool with its arguments, which stay out of the message. */
  const call = ({ presented, headers }: Speaker, request: Request): Effect.Effect<Reply> => {
    const { arguments: raw = {}, ...params } = Predicate.isReadonlyObject(request.params) ? request.params : {}
    return Predicate.isReadonlyObject(raw)
      ? Effect.provideService(ask(headers, { ...request, params }), CurrentCall, Option.some({ presented, raw }))
      : Effect.succeed(misfit(McpSchema.INVALID_PARAMS_ERROR_CODE, 200, request.id))
  }

  const respond = Effect.fnUntraced(function* (speaker: Speaker, value: unknown) {
    if (!isMessage(value)) return invalidRequest
    // A cancellation is taken like any other notification: what it could stop is done in an instant.
    if (asksNothing(value)) return taken
    const request = Option.getOrNull(requestOf(value))
    if (request === null) return invalidRequest
    if (!isOffered(request)) return notOffered(speaker.headers, request)
    return yield* request.method === 'tools/call' ? call(speaker, request) : ask(speaker.headers, request)
  })

  /** Answers a few, all held at once, one after the other, as if each had come alone. */
  const respondAll = Effect.fnUntraced(function* (speaker: Speaker, values: ReadonlyArray<unknown>) {
    const version = speaker.headers['mcp-protocol-version'] ?? assumedVersion
    if (version !== batched || values.length === 0 || values.length > batchMessages) return invalidRequest
    const replies = yield* Effect.forEach(values, (value) => respond(speaker, value))
    const messages = replies.flatMap(({ message }) => message ?? [])
    if (messages.length > 0) return { status: 200, message: messages }
    return replies.find(({ status }) => status !== taken.status) ?? taken
  })

  return Conversation.of({
    reply: Effect.fnUntraced(function* (speaker: Speaker, body: Uint8Array) {
      const value = Option.getOrUndefined(parseMessages(body))
      // While the database cannot be asked for the key, a tool says so itself, and nothing else is said.
      if (Result.isFailure(speaker.presented) && !callsTool(value)) return yield* speaker.presented.failure
      if (value === undefined) return misfit(McpSchema.PARSE_ERROR_CODE)
      return yield* Array.isArray(value) ? respondAll(speaker, value) : respond(speaker, value)
    }),
  })
})

const callsTool = (value: unknown): boolean =>
  isMessage(value) && Option.exists(requestOf(value), ({ method }) => method === 'tools/call')

/** What is said over MCP, whatever carries it. */
export class Conversation extends Context.Service<
  Conversation,
  {
    /** Answers the body of one POST. */
    readonly reply: (speaker: Speaker, body: Uint8Array) => Effect.Effect<Reply<unknown>, Rejection>
  }
>()('cotejo/mcp/Conversation') {
  static readonly layer = Layer.effect(Conversation, make)
}
