import { Context, Deferred, Effect, Layer } from 'effect'
import { McpProtocol, McpSchema, McpServer } from 'effect/ai'
import {
  Headers,
  HttpBody,
  HttpClientRequest,
  HttpEffect,
  HttpMiddleware,
  HttpRouter,
  HttpServerRequest,
  type HttpServerResponse,
} from 'effect/http'
import { envelopeLength } from '#domain/Limits.ts'
import { isMessage, type Message, misfit, type Reply, type Request } from './Messages.ts'
import { inOurWords } from './Offer.ts'

/** Version of the channel (contract 9.5). */
const version = '0.1.0'

/** Revisions with sessions, newest first. A client that offers none of them gets the first. */
const sessionful = [
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05,
] as const

/** The revision of a client that does not name one (revision 2025-06-18, "Protocol Version Header"). */
export const assumedVersion = McpProtocol.v2025_03_26.protocolVersion

const versionHeader = 'mcp-protocol-version'
const sessionHeader = 'mcp-session-id'

/** An endpoint: its name, its instructions and its tools. */
interface Offered<Name extends string> {
  readonly name: string
  readonly instructions: string
  readonly tools: ReadonlyArray<readonly [Name, McpSchema.Tool]>
  readonly call: (name: Name) => Effect.Effect<McpSchema.CallToolResult>
  /** Texts that a client may read. */
  readonly resources?: ReadonlyArray<{
    readonly uri: string
    readonly name: string
    readonly mimeType: string
    readonly text: Effect.Effect<string>
  }>
}

const registrations = <Name extends string>({ tools, call, resources = [] }: Offered<Name>) =>
  Effect.gen(function* () {
    const server = yield* McpServer.McpServer
    for (const [name, tool] of tools) {
      yield* server.addTool({ tool, annotations: Context.empty(), handle: () => call(name) })
    }
    for (const { uri, name, mimeType, text } of resources) {
      yield* server.addResource({
        resource: new McpSchema.Resource({ uri, name, mimeType }),
        annotations: Context.empty(),
        handle: Effect.map(text, (shown) => ({ contents: [{ uri, mimeType, text: shown }] })),
      })
    }
    // Each registration notifies the clients. No client is connected yet, so a notification belongs to no trace.
  }).pipe(Effect.withTracerEnabled(false), Layer.effectDiscard)

const library = <Name extends string>(offered: Offered<Name>) =>
  McpServer.layerHttp({
    name: offered.name,
    version,
    instructions: offered.instructions,
    path: '/',
    protocols: [McpProtocol.v2026_07_28, ...sessionful],
    allowSessionTermination: true,
    allowSubscriptions: false,
    registrations: registrations(offered),
  }).pipe(Layer.orDie)

const bodyOf = ({ body }: HttpServerResponse.HttpServerResponse): Message | null => {
  if (body._tag !== 'Uint8Array' || body.body.length === 0) return null
  const message: unknown = JSON.parse(new TextDecoder().decode(body.body))
  return isMessage(message) ? message : null
}

const introduction = (protocolVersion: string): Request => ({
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'cotejo', version } },
})
/** The address of the library's endpoint, for the endpoint itself. */
const url = 'http://mcp/'
/** Answers are JSON whatever a client accepts; the library requires that it also accept streams. */
const own = Headers.fromInput({ accept: 'application/json, text/event-stream' })

/**
 * The library's endpoint, called within the process, one message at a time.
 *
 * In revisions up to 2025-11-25 a server may issue sessions. The library keeps them in the memory of one process,
 * without a limit, for any caller that presents their ID. No tool depends on an earlier message, so clients get no
 * session. The process holds one session for each revision, and serves a request in the session of the revision in
 * `MCP-Protocol-Version`. A client is therefore not tied to a replica, and has no session that another client could use
 * or end.
 *
 * @returns calls the library, and returns its answer with this service's texts
 */
export const endpointOf = Effect.fnUntraced(function* <Name extends string>(offered: Offered<Name>) {
  // A separate router: the library's routes are reachable only from here, behind the key and the limits.
  const router = yield* HttpRouter.make
  yield* Layer.build(Layer.provide(library(offered), Layer.succeed(HttpRouter.HttpRouter, router)))
  const handled = router.asHttpEffect()

  const send = Effect.fnUntraced(function* (request: HttpClientRequest.HttpClientRequest) {
    const answered = yield* Deferred.make<HttpServerResponse.HttpServerResponse>()
    yield* HttpEffect.toHandled(handled, (_, response) => Deferred.succeed(answered, response)).pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromClientRequest(request)),
      Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true),
    )
    return yield* Deferred.await(answered)
  })

  const written = ({ id, method, params }: Request): string => JSON.stringify({ jsonrpc: '2.0', id, method, params })

  const post = (headers: Headers.Headers, text: string) =>
    send(HttpClientRequest.post(url, { headers, body: HttpBody.text(text, 'application/json') }))

  const sessions = new Map<string, Effect.Effect<string>>()
  for (const { protocolVersion } of sessionful) {
    const opened = Effect.map(
      post(own, written(introduction(protocolVersion))),
      ({ headers }) => headers[sessionHeader] ?? '',
    )
    // Opened on first use: while layers are built, a socket may be open that is not answered yet. Uninterruptible,
    // because the first caller may disconnect.
    sessions.set(protocolVersion, yield* Effect.cached(Effect.uninterruptible(opened)))
  }

  /** Initializes a client and deletes its session at once. */
  const introduce = Effect.fnUntraced(function* (headers: Headers.Headers, text: string) {
    const response = yield* post(headers, text)
    const id = response.headers[sessionHeader]
    if (id !== undefined) {
      yield* send(HttpClientRequest.delete(url, { headers: Headers.set(own, sessionHeader, id) }))
    }
    return response
  })

  const inSession = (headers: Headers.Headers): Effect.Effect<Headers.Headers> => {
    const session = sessions.get(headers[versionHeader] ?? assumedVersion)
    // This service issues no sessions, so the library answers for a client's session ID.
    if (session === undefined || sessionHeader in headers) return Effect.succeed(headers)
    return Effect.map(session, (id) => Headers.set(headers, sessionHeader, id))
  }

  return Effect.fnUntraced(function* (headers: Headers.Headers, request: Request): Effect.fn.Return<Reply> {
    const text = written(request)
    // The library reads the message several times. It holds no arguments, so no valid message is this long.
    if (text.length > envelopeLength) return misfit(McpSchema.INVALID_PARAMS_ERROR_CODE, 200, request.id)
    const plain = Headers.setAll(Headers.removeMany(headers, ['origin', 'content-length', 'content-type']), own)
    const response =
      request.method === 'initialize' ? yield* introduce(plain, text) : yield* post(yield* inSession(plain), text)
    const message = bodyOf(response)
    return {
      status: response.status,
      message: message && inOurWords(request, message, offered.resources !== undefined),
    }
  })
})
