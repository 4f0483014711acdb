import { Effect, Schema } from 'effect'
import { type HttpRouter, type HttpServerRequest, HttpServerResponse } from 'effect/http'
import { answering } from '#http/Answers.ts'
import { readBody } from '#http/BodyGuard.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import type { Rejection } from '#wire/Errores.ts'
import { parseBody } from '#wire/PeticionRules.ts'

/** A lever pulled wrongly. Unlike the service, the simulator says what is wrong. */
export class LeverMisused extends Schema.TaggedError<LeverMisused>()('LeverMisused', { mensaje: Schema.String }) {}

type Handled = Effect.Effect<HttpServerResponse.HttpServerResponse, LeverMisused | Rejection | StorageUnavailable>

/** A route of the simulator's own, under `/_simulador`. */
export interface Lever {
  readonly method: 'GET' | 'POST'
  readonly path: HttpRouter.PathInput
  readonly handler: (
    request: HttpServerRequest.HttpServerRequest,
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}

const answeringLever = (handled: Handled): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  answering(
    Effect.catchTag(handled, 'LeverMisused', ({ mensaje }) =>
      Effect.succeed(
        HttpServerResponse.jsonUnsafe(
          { codigo: 'peticion_invalida', mensaje },
          { status: 400, headers: { 'cache-control': 'no-store' } },
        ),
      ),
    ),
  )

/** A lever that is only read. */
export const get = (path: HttpRouter.PathInput, handler: (query: URLSearchParams) => Handled): Lever => ({
  method: 'GET',
  path,
  handler: ({ url }) => answeringLever(handler(new URLSearchParams(url.split('?')[1] ?? ''))),
})

/** A lever that takes a JSON object of a closed schema. */
export const post = <S extends Schema.ConstraintDecoder<unknown>>(
  path: HttpRouter.PathInput,
  body: S,
  handler: (input: S['Type']) => Handled,
): Lever => {
  const decode = Schema.decodeUnknownEffect(body, { onExcessProperty: 'error', errors: 'all' })
  return {
    method: 'POST',
    path,
    handler: (request) =>
      answeringLever(
        Effect.gen(function* () {
          const json = yield* Effect.fromResult(parseBody(yield* readBody(request)))
          const input = yield* Effect.mapError(decode(json), ({ message }) => new LeverMisused({ mensaje: message }))
          return yield* handler(input)
        }),
      ),
  }
}

/** A lever that needs no telling. */
export const action = (path: HttpRouter.PathInput, handled: Handled): Lever => ({
  method: 'POST',
  path,
  handler: () => answeringLever(handled),
})

/** An optional member of a lever's body; null is the same as absent. */
export const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
