import { Deferred, Duration, Effect, Fiber, Layer, Logger, Result, Struct } from 'effect'
import { Headers } from 'effect/http'
import { describe, expect, it } from 'vitest'
import { Authenticate } from '#application/Authenticate.ts'
import { CheckHealth } from '#application/CheckHealth.ts'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { type IncomingRequest, RequestVerification } from '#application/RequestVerification.ts'
import { ServiceContext } from '#application/ServiceContext.ts'
import type { Principal } from '#domain/account/Account.ts'
import type { Environment } from '#domain/account/ApiKey.ts'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import { Conversation } from '#mcp/Conversation.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { envelope } from '#test/support/mcp.ts'
import { validBody } from '#tools/service/sandbox.ts'
import { begun, verificationIn } from '#tools/service/verifications.ts'
import { encodeDocument } from '#wire/EncodeDocument.ts'
import { catalog, errorBody } from '#wire/Errores.ts'
import { Rejection, reject } from '#wire/Rejection.ts'
import { render } from '#wire/render.ts'

const document = render(verificationIn(begun), { environment: 'sandbox', validity: Duration.days(30) })

const principal = (id: string): Principal => ({
  account: { id, mode: 'consumo', plan: { priceCentavos: 100, requestsPerMinute: 60, monthlyQuota: null } },
  keyId: 'k1',
})
const speaker = (id = 'luna') => ({
  presented: Result.succeed(principal(id)),
  headers: Headers.fromInput(envelope('2025-11-25', 'tools/call').headers),
})

const message = (text: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(text))
const creation = message({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'crear_verificacion', arguments: validBody() },
})
const cancellation = message({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })

type Reply = Conversation['Service']['reply']

/**
 * Nothing in these tests waits for the outside. What has not come after this many rounds of timers never comes.
 * The tests themselves wait for a hundred.
 */
const rounds = 5_000
const nothingCame = async () => {
  for (let round = 0; round < rounds; round++) await new Promise((resolve) => setTimeout(resolve, 0))
  throw new Error(`nothing has come of it after ${rounds} rounds of timers`)
}

/** A conversation over a use case that is under the test's control. */
const over = <A>(
  request: RequestVerification['Service']['request'],
  test: (reply: Reply) => Effect.Effect<A, unknown>,
  environment: Environment = 'production',
): Promise<A> =>
  Promise.race([
    Effect.flatMap(Conversation, ({ reply }) => test(reply)).pipe(
      Effect.provide([
        Layer.provide(Conversation.layer, [
          Layer.succeed(RequestVerification, { request }),
          Layer.mock(ReadVerifications, {}),
          Layer.mock(ReadConsumption, {}),
          Layer.mock(CheckHealth, {}),
          Layer.succeed(ServiceContext, {
            environment,
            timeBudget: Duration.minutes(10),
            validity: Duration.days(30),
            deniedReceivers: usuallyDenied,
            version: '0.1.0',
          }),
          Layer.mock(Authenticate, { passCeiling: () => Effect.void }),
        ]),
        Logger.layer([]),
      ]),
      Effect.runPromise,
    ),
    nothingCame(),
  ])

describe('crear_verificacion', () => {
  it.each(Struct.keys(catalog))('tells an agent %s as the use case does, and its fixed mensaje', async (codigo) => {
    const { message } = await over(
      () => Effect.fail(new Rejection({ codigo })),
      (reply) => reply(speaker(), creation),
    )
    const text = JSON.stringify({ codigo, mensaje: catalog[codigo].mensaje })
    expect(message).toEqual({ jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ type: 'text', text }] } })
  })

  it('tells an agent of the sandbox why, in a text and in _meta: 400 campo_desconocido, and nothing in production', async () => {
    const rejection = reject('campo_no_declarado', { field: 'solicitante' })
    const told = async (environment: Environment) => {
      const { message } = await over(
        () => Effect.fail(rejection),
        (reply) => reply(speaker(), creation),
        environment,
      )
      return Object(message)['result']
    }
    const error = { type: 'text', text: JSON.stringify(errorBody('campo_desconocido')) }
    const why = 'Service-Refusal: step="7", rule="campo_no_declarado", field="solicitante"'
    expect(await told('sandbox')).toEqual({
      isError: true,
      content: [error, { type: 'text', text: why }],
      _meta: { step: '7', rule: 'campo_no_declarado', field: 'solicitante' },
    })
    expect(await told('production')).toEqual({ isError: true, content: [error] })
  })

  it('tells base_no_alcanzable of a storage out of reach, and error_interno of a defect, without their words', async () => {
    const failures = [
      [Effect.fail(new StorageUnavailable({ reason: 'LIMP900101HDFRRS03' })), 'base_no_alcanzable'],
      [Effect.die(new Error('LIMP900101HDFRRS03')), 'error_interno'],
    ] as const
    for (const [failure, codigo] of failures) {
      const { message } = await over(
        () => failure,
        (reply) => reply(speaker(), creation),
      )
      expect(JSON.stringify(message)).toContain(codigo)
      expect(JSON.stringify(message)).not.toContain('LIMP')
    }
  })

  it('hands on the arguments as they came, under the key that they name, as of the channel mcp', async () => {
    const asked = { ...validBody(), solicitud_id: 'sol-1', ['__proto__']: { curp: 'x' }, constructor: 1 }
    const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"crear_verificacion","arguments":${JSON.stringify(asked)}}}`
    const incoming: Array<IncomingRequest> = []
    await over(
      (one) => Effect.sync(() => incoming.push(one)).pipe(Effect.as(encodeDocument(document))),
      (reply) => reply(speaker(), new TextEncoder().encode(text)),
    )
    expect(incoming).toEqual([
      { principal: principal('luna'), channel: 'mcp', idempotencyKey: 'sol-1', body: asked, trace: null },
    ])
    expect(Object.keys(incoming[0]?.body ?? {})).toEqual(Object.keys(asked))
  })

  /** A use case that stops half way until it is let go on. */
  const slow = Effect.gen(function* () {
    const [underWay, goOn, done] = [
      yield* Deferred.make<void>(),
      yield* Deferred.make<void>(),
      yield* Deferred.make<void>(),
    ]
    const request = () =>
      Deferred.succeed(underWay, undefined).pipe(
        Effect.andThen(Deferred.await(goOn)),
        Effect.andThen(Deferred.succeed(done, undefined)),
        Effect.as(encodeDocument(document)),
      )
    return { underWay, goOn, done, request }
  })

  it('is finished although its client goes away', async () => {
    const { underWay, goOn, done, request } = await Effect.runPromise(slow)
    await over(request, (reply) =>
      Effect.gen(function* () {
        const asking = yield* Effect.forkDetach(reply(speaker(), creation))
        yield* Deferred.await(underWay)
        asking.interruptUnsafe()
        yield* Effect.sleep(0)
        yield* Deferred.succeed(goOn, undefined)
        yield* Deferred.await(done)
        yield* Fiber.await(asking)
      }),
    )
  })

  it.each(['luna', 'sol'])('is cancelled by nobody, here by %s, while it is under way for luna', async (somebody) => {
    const { underWay, goOn, request } = await Effect.runPromise(slow)
    const answer = await over(request, (reply) =>
      Effect.gen(function* () {
        const asking = yield* Effect.forkDetach(reply(speaker('luna'), creation))
        yield* Deferred.await(underWay)
        expect(yield* reply(speaker(somebody), cancellation)).toEqual({ status: 202, message: null })
        yield* Effect.sleep(0)
        yield* Deferred.succeed(goOn, undefined)
        return yield* Fiber.join(asking)
      }),
    )
    expect(answer).toMatchObject({ status: 200, message: { id: 1, result: { structuredContent: document } } })
  })
})

describe('a batch', () => {
  it('is carried out one message after the other, as if each had come alone', async () => {
    const begunIds: Array<unknown> = []
    const ends = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const request = ({ idempotencyKey }: IncomingRequest) =>
      Effect.suspend(() => {
        const end = ends[begunIds.length] ?? Deferred.makeUnsafe<void>()
        begunIds.push(idempotencyKey)
        return Effect.as(Deferred.await(end), encodeDocument(document))
      })
    const creationOf = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'crear_verificacion', arguments: { ...validBody(), solicitud_id: `sol-${id}` } },
    })
    const headers = Headers.fromInput(envelope('2025-03-26', 'tools/call').headers)
    const { message: replies } = await over(request, (reply) =>
      Effect.gen(function* () {
        const asking = yield* Effect.forkDetach(reply({ ...speaker(), headers }, message([1, 2, 3].map(creationOf))))
        for (const [nth, end] of ends.entries()) {
          while (begunIds.length <= nth) yield* Effect.sleep(0)
          // Whatever could begin has begun.
          for (let round = 0; round < 20; round++) yield* Effect.sleep(0)
          expect(begunIds).toEqual(['sol-1', 'sol-2', 'sol-3'].slice(0, nth + 1))
          yield* Deferred.succeed(end, undefined)
        }
        return yield* Fiber.join(asking)
      }),
    )
    expect(replies).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }])
  })
})
