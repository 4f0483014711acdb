import { Context, Effect, Option } from 'effect'
import { McpSchema } from 'effect/ai'
import { AccessCounts } from '#application/AccessCounts.ts'
import { Authenticate, type PresentedKey, trimOws } from '#application/Authenticate.ts'
import { CheckHealth } from '#application/CheckHealth.ts'
import { type Failure, toRejection } from '#application/CurrentRequest.ts'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { RequestVerification } from '#application/RequestVerification.ts'
import { ServiceContext } from '#application/ServiceContext.ts'
import type { Principal } from '#domain/account/Account.ts'
import type { Environment } from '#domain/account/ApiKey.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import { reasonFor, refusalHeader, writtenReason } from '#wire/AdditionalHeaders.ts'
import { errorBody } from '#wire/Errores.ts'
import { listFilter } from '#wire/ListRules.ts'
import type { Rejection } from '#wire/Rejection.ts'
import * as Arguments from './Arguments.ts'
import type { ToolName } from './Tools.ts'

interface ToolCall {
  readonly principal: Principal
  readonly raw: Arguments.RawArguments
  /** The client's trace. */
  readonly trace: Trace | null
}

interface PresentedCall extends Omit<ToolCall, 'principal'> {
  readonly presented: PresentedKey['Service']
}

/**
 * The current call. It does not pass through the library, which would copy the arguments (losing members such as
 * `__proto__`) and might quote them.
 */
export const CurrentCall = Context.Reference<Option.Option<PresentedCall>>('cotejo/mcp/CurrentCall', {
  defaultValue: () => Option.none(),
})

type Tool = (call: ToolCall) => Effect.Effect<object, Failure>

const decoder = new TextDecoder()
const parsed = (document: Uint8Array): object => JSON.parse(decoder.decode(document))

const text = (words: string): McpSchema.TextContent => McpSchema.TextContent.make({ type: 'text', text: words })

const succeeded = (document: object) =>
  new McpSchema.CallToolResult({ content: [text(JSON.stringify(document))], structuredContent: document })

/** In the sandbox, an agent reads in a text why its call was refused, as partners do in a header (contract 7.9). */
const refusing = (environment: Environment) => (rejection: Rejection) => {
  const { codigo, retryAfterSeconds } = rejection
  const seconds = retryAfterSeconds === 1 ? '1 segundo' : `${retryAfterSeconds} segundos`
  const wait = `Espere ${seconds} antes de reintentar, con el mismo \`solicitud_id\`.`
  const reason = environment === 'sandbox' ? reasonFor(rejection) : {}
  const why = writtenReason(reason)
  return new McpSchema.CallToolResult({
    isError: true,
    content: [
      text(JSON.stringify(errorBody(codigo))),
      ...(retryAfterSeconds === undefined ? [] : [text(wait)]),
      ...(why === '' ? [] : [text(`${refusalHeader}: ${why}`)]),
    ],
    ...(why === '' ? {} : { _meta: { ...reason } }),
  })
}

const readConsultar = Arguments.reading(Arguments.Consultar)
const readListar = Arguments.reading(Arguments.Listar)

export const toolCalls = Effect.gen(function* () {
  const { passCeiling } = yield* Authenticate
  const { request } = yield* RequestVerification
  const verifications = yield* ReadVerifications
  const consumption = yield* ReadConsumption
  const { check } = yield* CheckHealth
  const counts = yield* AccessCounts
  const refused = refusing((yield* ServiceContext).environment)

  const tools: Record<ToolName, Tool> = {
    crear_verificacion: ({ principal, raw, trace }) => {
      const { solicitud_id: id } = raw
      const incoming = {
        principal,
        channel: 'mcp',
        // Trimmed like an HTTP header value: an ID with white space around it could never be repeated over the routes.
        idempotencyKey: typeof id === 'string' ? trimOws(id) : null,
        body: raw,
        trace,
      } as const
      // A client that disconnects does not interrupt a creation in progress.
      return Effect.andThen(passCeiling(principal), Effect.map(Effect.uninterruptible(request(incoming)), parsed))
    },
    consultar_verificacion: Effect.fnUntraced(function* ({ principal, raw }) {
      const { verificacion_id } = yield* Effect.fromResult(readConsultar(raw))
      return parsed(yield* verifications.read(principal, verificacion_id))
    }),
    listar_verificaciones: Effect.fnUntraced(function* ({ principal, raw }) {
      const { solicitud_id, estado, limite } = yield* Effect.fromResult(readListar(raw))
      const filter = yield* Effect.fromResult(listFilter(solicitud_id ?? '', estado ?? '', limite ?? undefined))
      return parsed(yield* verifications.list(principal, filter))
    }),
    consultar_consumo: ({ principal, raw }) =>
      Effect.andThen(Effect.fromResult(Arguments.readNothing(raw)), consumption.read(principal)),
    consultar_salud: ({ raw }) => Effect.andThen(Effect.fromResult(Arguments.readNothing(raw)), check),
  }

  /** Answers the current call, errors included. */
  return (name: ToolName) =>
    Effect.flatMap(CurrentCall, (current) =>
      Effect.orDie(Effect.fromOption(current)).pipe(
        Effect.flatMap(({ presented, raw, trace }) =>
          Effect.flatMap(Effect.fromResult(presented), (principal) => {
            counts.recordRequest(principal, name)
            return tools[name]({ principal, raw, trace })
          }),
        ),
        toRejection,
        Effect.match({ onSuccess: succeeded, onFailure: refused }),
      ),
    )
})
