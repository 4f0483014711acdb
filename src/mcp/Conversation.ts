import { Context, Effect, Layer, Option, Result } from 'effect'
import type { Headers } from 'effect/http'
import type { Presented } from '#application/Authenticate.ts'
import { parseTrace } from '#domain/verification/Trace.ts'
import type { Rejection } from '#wire/Rejection.ts'
import type { RawArguments } from './Arguments.ts'
import { dialogueOver } from './Dialogue.ts'
import { endpointOf } from './Endpoint.ts'
import { isMessage, parseMessages, type Reply, requestOf } from './Messages.ts'
import * as Texts from './Texts.ts'
import { CurrentCall, toolCalls } from './ToolCalls.ts'
import { tools } from './Tools.ts'

/** Who speaks, and with which headers. */
interface Speaker {
  readonly presented: Presented['Service']
  readonly headers: Headers.Headers
}

const make = Effect.gen(function* () {
  const call = yield* toolCalls
  const reply = dialogueOver(yield* endpointOf({ name: 'cotejo', instructions: Texts.instructions, tools, call }))

  return Conversation.of({
    reply: Effect.fnUntraced(function* ({ presented, headers }: Speaker, body: Uint8Array) {
      const value = Option.getOrUndefined(parseMessages(body))
      // While the database cannot be asked for the key, a tool says so itself, and nothing else is said.
      if (Result.isFailure(presented) && !callsTool(value)) return yield* presented.failure
      const trace = parseTrace(headers['traceparent'] ?? '')
      const speaker = {
        headers,
        calling: <A>(raw: RawArguments, asked: Effect.Effect<A>) =>
          Effect.provideService(asked, CurrentCall, Option.some({ presented, raw, trace })),
      }
      return yield* reply(speaker, value)
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
