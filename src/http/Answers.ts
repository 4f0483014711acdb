import { randomUUID } from 'node:crypto'
import { Duration, Effect, Option, Predicate } from 'effect'
import { type HttpServerRequest, HttpServerResponse } from 'effect/http'
import { CurrentRequest, type Failure, noteRefusal, toRejection } from '#application/CurrentRequest.ts'
import { throttledLog } from '#application/ThrottledLog.ts'
import type { Environment } from '#domain/account/ApiKey.ts'
import { overloadLoggedEveryMillis } from '#domain/Limits.ts'
import { reasonFor, refusalHeader, requestIdHeader, writtenReason } from '#wire/AdditionalHeaders.ts'
import { type Codigo, catalog, errorBody } from '#wire/Errores.ts'
import { type Rule, rules } from '#wire/OrderOfJudgement.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'

export type Answering<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>

/** Wraps the effect that answers every request. */
export type Middleware = <R>(handled: Answering<R>) => Answering<R | HttpServerRequest.HttpServerRequest>

/** 122 random bits: the ID reveals neither time nor count. */
export const nextRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`

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

/** Caches must not store any answer. */
const headers = { 'cache-control': 'no-store' }

export const answer = (document: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(document, { headers })

export const answerEncoded = (document: Uint8Array): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(document, { headers, contentType: 'application/json' })

/** In the sandbox, adds to a refusal why the request was refused (contract 7.9). */
export const withReason =
  (environment: Environment) =>
  <R>(
    answered: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
    environment === 'production'
      ? answered
      : Effect.zipWith(answered, CurrentRequest, (response, request) => {
          const reason = request?.refusal ? writtenReason(reasonFor(request.refusal)) : ''
          return reason === '' ? response : HttpServerResponse.setHeader(response, refusalHeader, reason)
        })

export const withAdditions = <R>(
  answered: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.zipWith(answered, CurrentRequest, (response, request) =>
    request === null || request.additions === null
      ? response
      : HttpServerResponse.setHeaders(response, request.additions),
  )

/**
 * An error answer with its JSON body.
 *
 * @param overrides replaces the code's own status: 404 and 405 of unknown routes (contract 7.4)
 */
export const errorAnswer = (
  codigo: Codigo,
  overrides: { readonly status?: number; readonly headers?: Record<string, string> } = {},
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(errorBody(codigo), {
    status: overrides.status ?? catalog[codigo].status,
    headers: { ...headers, ...challenge[codigo], ...overrides.headers },
  })

const challenge: Partial<Record<Codigo, Record<string, string>>> = {
  llave_ausente: { 'www-authenticate': 'Bearer' },
  llave_invalida: { 'www-authenticate': 'Bearer error="invalid_token"' },
}

export const rejectionAnswer = ({ codigo, retryAfterSeconds }: Rejection): HttpServerResponse.HttpServerResponse =>
  errorAnswer(codigo, retryAfterSeconds === undefined ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } })

/** The answer for a rejection. Also records the reason. */
export const refused = (rejection: Rejection): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.as(noteRefusal(rejection), rejectionAnswer(rejection))

/** The answer when a rule of HTTP itself is broken. */
export const refusal = (rule: Rule, overrides: Parameters<typeof errorAnswer>[1] = {}) =>
  Effect.map(noteRefusal(reject(rule)), () => errorAnswer(rules[rule][1], overrides))

/** Runs a use case and answers with its document, or with the error for its failure. */
export const answering = <R>(
  effect: Effect.Effect<HttpServerResponse.HttpServerResponse, Failure, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.catch(toRejection(effect), (rejection) => Effect.succeed(rejectionAnswer(rejection)))

const parse = Option.liftThrowable((bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes)))

/** The `codigo` of an error answer of this service, for the log; null for any other answer. */
export const codigoOf = ({ body, status }: HttpServerResponse.HttpServerResponse): string | null => {
  if (status < 400 || body._tag !== 'Uint8Array') return null
  const document = Option.getOrNull(parse(body.body))
  return Predicate.hasProperty(document, 'codigo') && Predicate.isString(document.codigo) ? document.codigo : null
}

/**
 * Steps whose refusals are logged only at debug level: a client without a key, or one in a loop, could fill the log
 * with them.
 */
const anybodys: ReadonlyArray<string | null> = [null, '1', '2', '2b']

/** Logs why a request was refused: rules and field names, and no content of the request. */
export const refusalLog = () => {
  const overload = throttledLog(Duration.millis(overloadLoggedEveryMillis))
  const logOverload = overload((count) => Effect.logWarning('requests waited too long; returned 503', { count }))
  return <R>(
    handled: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
    Effect.tap(handled, () =>
      Effect.flatMap(CurrentRequest, (request) => {
        if (request?.refusal?.rule === undefined) return Effect.void
        const { codigo, rule, field = null } = request.refusal
        const [step] = rules[rule]
        const log = anybodys.includes(step) ? Effect.logDebug : Effect.logInfo
        const account = request.account === null ? {} : { account: request.account }
        const facts = { service_request_id: request.id, code: codigo, step, field, rule }
        const logged = log('request refused', { ...account, ...facts })
        return rule === 'demasiada_espera' ? Effect.andThen(logged, logOverload) : logged
      }),
    )
}
