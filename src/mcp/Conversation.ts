import { Context, Effect, Layer, Option, Result } from 'effect'
import type { Headers } from 'effect/http'
import type { PresentedKey } from '#application/Authenticate.ts'
import { parseTrace } from '#domain/verification/Trace.ts'
import type { Rejection } from '#wire/Rejection.ts'
import type { RawArguments } from './Arguments.ts'
import { dialogueOver } from './Dialogue.ts'
import { endpointOf } from './Endpoint.ts'
import { isMessage, parseMessages, type Reply, requestOf } from './Messages.ts'
import * as Texts from './Texts.ts'
import { CurrentCall, toolCalls } from './ToolCalls.ts'
import { tools } from './Tools.ts'

/** The caller's key and headers. */
interface Speaker {
  readonly presented: PresentedKey['Service']
  readonly headers: Headers.Headers
}

const make = Effect.gen(function* () {
  const call = yield* toolCalls
  const reply = dialogueOver(yield* endpointOf({ name: 'cotejo', instructions: Texts.instructions, tools, call }))

  return Conversation.of({
    reply: Effect.fnUntraced(function* ({ presented, headers }: Speaker, body: Uint8Array) {
      const value = Option.getOrUndefined(parseMessages(body))
      // If the database is unavailable for the key's look-up, a tool reports it itself. Other messages are refused.
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

/** The MCP conversation, independent of its transport. */
export class Conversation extends Context.Service<
  Conversation,
  {
    readonly reply: (speaker: Speaker, body: Uint8Array) => Effect.Effect<Reply<unknown>, Rejection>
  }
>()('cotejo/mcp/Conversation') {
  static readonly layer = Layer.effect(Conversation, make)
}
