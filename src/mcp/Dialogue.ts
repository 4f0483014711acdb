import { Effect, Option, Predicate } from 'effect'
import { McpProtocol, McpSchema } from 'effect/ai'
import type { Headers } from 'effect/http'
import { noteRefusal } from '#application/CurrentRequest.ts'
import { batchMessages } from '#domain/Limits.ts'
import { reject } from '#wire/Rejection.ts'
import type { RawArguments } from './Arguments.ts'
import { assumedVersion } from './Endpoint.ts'
import {
  asksNothing,
  isMessage,
  misfit,
  misfitArguments,
  type Reply,
  type Request,
  requestOf,
  taken,
} from './Messages.ts'
import { isOffered, notOffered } from './Offer.ts'

interface Speaker {
  readonly headers: Headers.Headers
  /** Provides the tool with the caller and the arguments. */
  readonly calling: <A>(raw: RawArguments, asked: Effect.Effect<A>) => Effect.Effect<A>
}

/** The only revision with batches; its servers must accept them. */
const batched = McpProtocol.v2025_03_26.protocolVersion

/** Step 6. */
const illegible = reject('json_invalido')

const invalidRequest = misfit(McpSchema.INVALID_REQUEST_ERROR_CODE)

/**
 * Answers one message or a batch through an endpoint.
 *
 * @param ask the endpoint
 * @param hasResources whether the endpoint has resources
 */
export const dialogueOver = (
  ask: (headers: Headers.Headers, request: Request) => Effect.Effect<Reply>,
  hasResources = false,
) => {
  /** Calls a tool. Its arguments are passed next to the message and not in it. */
  const call = ({ headers, calling }: Speaker, request: Request): Effect.Effect<Reply> => {
    const { arguments: given, ...params } = Predicate.isReadonlyObject(request.params) ? request.params : {}
    const raw = given ?? {}
    return Predicate.isReadonlyObject(raw)
      ? calling(raw, ask(headers, { ...request, params }))
      : Effect.as(noteRefusal(illegible), misfitArguments(request.id))
  }

  const respond = Effect.fnUntraced(function* (speaker: Speaker, value: unknown) {
    if (!isMessage(value)) return invalidRequest
    // A cancellation is accepted like any other notification. A call ends too soon to be cancelled.
    if (asksNothing(value)) return taken
    const request = Option.getOrNull(requestOf(value))
    if (request === null) return invalidRequest
    if (!isOffered(request, hasResources)) return notOffered(speaker.headers, request)
    return yield* request.method === 'tools/call' ? call(speaker, request) : ask(speaker.headers, request)
  })

  /** Answers the messages of a batch one after the other, as if each had arrived alone. */
  const respondAll = Effect.fnUntraced(function* (speaker: Speaker, values: ReadonlyArray<unknown>) {
    const version = speaker.headers['mcp-protocol-version'] ?? assumedVersion
    if (version !== batched || values.length === 0 || values.length > batchMessages) return invalidRequest
    const replies = yield* Effect.forEach(values, (value) => respond(speaker, value))
    const messages = replies.flatMap(({ message }) => message ?? [])
    if (messages.length > 0) return { status: 200, message: messages }
    return replies.find(({ status }) => status !== taken.status) ?? taken
  })

  return (speaker: Speaker, value: unknown): Effect.Effect<Reply<unknown>> => {
    if (value === undefined) return Effect.as(noteRefusal(illegible), misfit(McpSchema.PARSE_ERROR_CODE))
    return Array.isArray(value) ? respondAll(speaker, value) : respond(speaker, value)
  }
}
