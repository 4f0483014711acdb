import { Context, Effect, Scope } from 'effect'
import { McpSchema } from 'effect/ai'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { CurrentRequest } from '#application/CurrentRequest.ts'
import { answering } from '#http/Answers.ts'
import { readBody } from '#http/RequestRules.ts'
import type { RawArguments } from '#mcp/Arguments.ts'
import { dialogueOver } from '#mcp/Dialogue.ts'
import { endpointOf } from '#mcp/Endpoint.ts'
import { parseMessages } from '#mcp/Messages.ts'
import { answer } from '#mcp/Server.ts'
import { CurrentWorld, inCurrentWorld } from '#simulator/CurrentWorld.ts'
import { baseFor, textFor } from '#simulator/docs/GuidePage.ts'
import { served } from '#simulator/docs/Pages.ts'
import { RequestLog } from '#simulator/http/RequestLog.ts'
import { isOfOneWorld } from '#simulator/levers/Declarations.ts'
import { type Lever, misusedAnswer } from '#simulator/levers/Lever.ts'
import { noSuchWorld, type Worlds } from '#simulator/worlds/Worlds.ts'
import { instructions, leverTools, pullOf } from './LeverTools.ts'

/** The arguments of the current call. They bypass the library. */
const CurrentArguments = Context.Reference<RawArguments>('cotejo/simulator/mcp/CurrentArguments', {
  defaultValue: () => ({}),
})

/** Where the current reader reaches the simulator. */
const CurrentBase = Context.Reference<string>('cotejo/simulator/mcp/CurrentBase', {
  defaultValue: () => baseFor(undefined),
})

const text = (words: string): McpSchema.TextContent => McpSchema.TextContent.make({ type: 'text', text: words })

/** What a tool answers of what a lever did. */
const resultOf = ({ status, body }: HttpServerResponse.HttpServerResponse): McpSchema.CallToolResult => {
  const said = body._tag === 'Uint8Array' ? new TextDecoder().decode(body.body) : ''
  if (status >= 400) return new McpSchema.CallToolResult({ isError: true, content: [text(said)] })
  return said === ''
    ? new McpSchema.CallToolResult({ content: [text('Hecho.')] })
    : new McpSchema.CallToolResult({ content: [text(said)], structuredContent: JSON.parse(said) })
}

/** The answer to an unknown parameter. It lists the known ones by their names in levers. */
const strange = (known: ReadonlyArray<string>): McpSchema.CallToolResult => {
  const mensaje = `Sobra un argumento; los que hay son: ${known.join(', ')}.`
  return new McpSchema.CallToolResult({
    isError: true,
    content: [text(JSON.stringify({ codigo: 'peticion_invalida', mensaje }))],
  })
}

const request = (method: string, url: string, body: string | null): HttpServerRequest.HttpServerRequest =>
  HttpServerRequest.fromWeb(new Request(`http://simulador${url}`, { method, body })).modify({ url })

/** The guides, as an agent reads them. */
const guides = served.map((page) => ({
  uri: `docs:///${page.file}`,
  name: page.file,
  mimeType: 'text/markdown',
  text: Effect.map(CurrentBase, (base) => textFor(page, base)),
}))

/**
 * The levers over MCP, at `/_simulador/mcp`. A tool does the same as the lever with the same declaration.
 *
 * @param ofWorlds the levers that make and end worlds
 */
export const leverChannel = Effect.fnUntraced(function* (worlds: Worlds['Service'], ofWorlds: ReadonlyArray<Lever>) {
  const scope = yield* Effect.scope

  const call = Effect.fnUntraced(function* (name: string) {
    const pull = pullOf(name, yield* CurrentArguments)
    const here = yield* CurrentWorld
    if (pull === null || here === null) return yield* Effect.die(new Error(`no tool ${name}`))
    const { lever, url, body, refused } = pull
    if (refused !== null) return strange(refused)
    const asked = request(lever.method, url, body)
    const route = { method: lever.method, path: `/_simulador${lever.path}` }
    const key = `${route.method} ${route.path}`
    if (!isOfOneWorld(lever)) {
      const found = ofWorlds.find(({ method, path }) => `${method} ${path}` === key)
      return resultOf(yield* found === undefined ? Effect.die(new Error(`no lever ${key}`)) : found.handler(asked))
    }
    const world = pull.world === null ? here : worlds.find(pull.world)
    if (world === undefined) return resultOf(misusedAnswer(noSuchWorld))
    const pulled = world.pull(key, asked)
    // The channel was asked in another world: there too, the request that an error names can be looked up.
    const logged = world === here ? pulled : inCurrentWorld(RequestLog, ({ recording }) => recording([route])(pulled))
    const asking = yield* CurrentRequest
    // In a batch, each call has a refusal of its own.
    const own = asking && { ...asking, refusal: null }
    return resultOf(
      yield* logged.pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, asked),
        Effect.provideService(CurrentWorld, world),
        Effect.provideService(CurrentRequest, own),
        Effect.ensuring(
          Effect.sync(() => {
            if (asking !== null) asking.refusal ??= own?.refusal ?? null
          }),
        ),
      ),
    )
  })

  // Made when it is first spoken to: most never do, and the start is quicker.
  const reply = yield* Effect.cached(
    Effect.suspend(() =>
      endpointOf({ name: 'cotejo-simulador', instructions, tools: leverTools(), call, resources: guides }),
    ).pipe(
      Effect.map((ask) => dialogueOver(ask, true)),
      Effect.provideService(Scope.Scope, scope),
    ),
  )

  const lever: Lever = {
    method: 'POST',
    path: '/_simulador/mcp',
    handler: (incoming) =>
      answering(
        Effect.gen(function* () {
          const bytes = yield* readBody(incoming)
          const speak = yield* reply
          const value = parseMessages(bytes)
          const speaker = {
            headers: incoming.headers,
            calling: <A>(raw: RawArguments, asked: Effect.Effect<A>) =>
              Effect.provideService(asked, CurrentArguments, raw),
          }
          const base = baseFor(incoming.headers['host'])
          const replied = speak(speaker, value._tag === 'Some' ? value.value : undefined)
          return answer(yield* Effect.provideService(replied, CurrentBase, base))
        }),
      ),
  }
  return [lever, { ...lever, path: '/_simulador/mcp/' } satisfies Lever]
})
