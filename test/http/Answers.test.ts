import { Effect, Logger, References } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { TestClock } from 'effect/testing'
import { describe, expect, it } from 'vitest'
import { CurrentRequest } from '#application/CurrentRequest.ts'
import { answer, answerEncoded, codigoOf, errorAnswer, refusalLog, rejectionAnswer } from '#http/Answers.ts'
import { routeOf } from '#http/UnknownRoutes.ts'
import { standingClock } from '#tools/service/testTime.ts'
import { reject } from '#wire/Rejection.ts'

const headersOf = (response: HttpServerResponse.HttpServerResponse) => {
  const { 'content-length': _, ...headers } = Object.fromEntries(Object.entries(response.headers))
  return [response.status, headers]
}
const kept = { 'cache-control': 'no-store', 'content-type': 'application/json' }

describe('no answer may be kept by a cache', () => {
  it.each([
    ['a document', answer({}), 200, kept],
    ['the bytes of one', answerEncoded(new TextEncoder().encode('{}')), 200, kept],
    ['an error', errorAnswer('error_interno'), 500, kept],
    ['an error of another status', errorAnswer('peticion_invalida', { status: 404 }), 404, kept],
    [
      'one with a header',
      errorAnswer('peticion_invalida', { headers: { allow: 'GET' } }),
      400,
      { ...kept, allow: 'GET' },
    ],
    ['without a key', rejectionAnswer(reject('sin_llave')), 401, { ...kept, 'www-authenticate': 'Bearer' }],
    [
      'with a key of nobody',
      rejectionAnswer(reject('llave_desconocida')),
      401,
      { ...kept, 'www-authenticate': 'Bearer error="invalid_token"' },
    ],
    [
      'beyond a limit',
      rejectionAnswer(reject('limite_por_minuto', { retryAfterSeconds: 17 })),
      429,
      { ...kept, 'retry-after': '17' },
    ],
  ] as const)('as %s', (_, response, status, headers) => {
    expect(headersOf(response)).toEqual([status, headers])
  })
})

it('the code of an answer is known of errors alone', () => {
  const text = HttpServerResponse.text('{"codigo":"x"}', { status: 200 })
  expect(codigoOf(errorAnswer('llave_ausente'))).toBe('llave_ausente')
  expect([codigoOf(answer({ codigo: 'x' })), codigoOf(text)]).toEqual([null, null])
  expect(codigoOf(HttpServerResponse.jsonUnsafe({ codigo: 7 }, { status: 400 }))).toBeNull()
  expect(codigoOf(HttpServerResponse.uint8Array(new Uint8Array([1]), { status: 500 }))).toBeNull()
})

it.each([
  ['/v1/uno', '/v1/uno'],
  ['/v1/uno?x=/v1/dos', '/v1/uno'],
  ['/v1/uno/ver_1', '/v1/uno/:id'],
  ['/v1/uno/ver_1?x=1', '/v1/uno/:id'],
  ['/v1/uno/ver_1/mas', '(desconocida)'],
  ['/v1', '(desconocida)'],
  ['/v1/dos', '(desconocida)'],
  ['/V1/uno', '(desconocida)'],
])('the path %s is that of the route %s', (url, route) => {
  expect(
    routeOf([
      { method: 'GET', path: '/v1/uno' },
      { method: 'GET', path: '/v1/uno/:id' },
    ])(url),
  ).toBe(route)
})

it.each([
  ['sin_llave', 'Debug', 'llave_ausente', '1', 'Authorization'],
  ['llave_desconocida', 'Debug', 'llave_invalida', '2', 'Authorization'],
  ['tope_de_creacion', 'Debug', 'limite_excedido', '2b', null],
  ['defecto', 'Debug', 'error_interno', null, null],
  ['cuerpo_grande', 'Info', 'cuerpo_demasiado_grande', '3', null],
  ['canal_desconocido', 'Info', 'peticion_invalida', '5', 'X-Canal'],
] as const)('why a request was refused, %s, is told as %s', async (rule, level, code, step, field) => {
  const log: Array<unknown> = []
  const hearing = Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))])
  const refusal = reject(rule, field === null ? {} : { field })
  const told = (account: string | null) =>
    refusalLog()(Effect.succeed(answer({}))).pipe(
      Effect.provideService(CurrentRequest, { id: 'req_1', account, refusal, additions: {} }),
      Effect.provideService(References.MinimumLogLevel, 'All'),
      Effect.provide(hearing),
      Effect.runPromise,
    )
  await told(null)
  await told('luna')
  const facts = { service_request_id: 'req_1', code, step, field, rule }
  expect(log).toEqual([
    [level, ['request refused', facts]],
    [level, ['request refused', { account: 'luna', ...facts }]],
  ])
})

it('requests that waited too long are told at once, and then how many there were, every ten seconds at most', async () => {
  const log: Array<unknown> = []
  const hearing = Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))])
  const loggingRefusals = refusalLog()
  const late = loggingRefusals(Effect.succeed(answer({}))).pipe(
    Effect.provideService(CurrentRequest, {
      id: 'req_1',
      account: null,
      refusal: reject('demasiada_espera'),
      additions: {},
    }),
  )
  const other = loggingRefusals(Effect.succeed(answer({}))).pipe(
    Effect.provideService(CurrentRequest, { id: 'req_2', account: null, refusal: reject('sin_base'), additions: {} }),
  )
  await Effect.gen(function* () {
    yield* late
    yield* Effect.replicateEffect(late, 3)
    yield* TestClock.adjust('9 seconds')
    yield* late
    yield* other
    yield* TestClock.adjust('1 second')
    yield* late
  }).pipe(Effect.provide([hearing, standingClock]), Effect.runPromise)
  const message = 'requests waited too long; returned 503'
  expect(log).toEqual([
    ['Warn', [message, { count: 1 }]],
    ['Warn', [message, { count: 5 }]],
  ])
})
