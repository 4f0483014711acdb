import { Effect, Fiber, Layer } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { begin } from '#domain/verification/Verification.ts'
import { Deliveries } from '#ports/Deliveries.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { Verifications } from '#ports/Verifications.ts'
import { measuredPorts, measuringRequests } from '#src/observability/Metrics.ts'
import { emitted, inconclusive, noon } from '#test/support/storedVerifications.ts'
import { verificationIn } from '#tools/service/verifications.ts'

type Series = ReadonlyMap<string, number>

/** Every series with its labels, in the order of their names. */
const series = Effect.map(PrometheusMetrics.format(), (text): Series => {
  const lines = text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)/gm)
  return new Map(
    Array.from(lines, ([, name, labels = '', value]) => [
      `${name}{${labels.split(',').toSorted().join()}}`,
      Number(value),
    ]),
  )
})

/** Sums of what was measured before may have no exact difference. */
const less = (value: number, before: number): number => Number((value - before).toFixed(9))

/** What an effect has added, of the series that these words begin. */
const addedBy = (work: Effect.Effect<unknown, unknown>, ...names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    // The tests of this process share their metrics.
    const before = yield* series
    yield* work
    const changes = [...(yield* series)].map(([name, value]) => [name, less(value, before.get(name) ?? 0)] as const)
    return Object.fromEntries(
      changes.filter(
        ([name, change]) =>
          change !== 0 && !/_bucket|_min|_max/.test(name) && names.some((one) => name.startsWith(one)),
      ),
    )
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

it('a request is counted once, and timed in seconds', async () => {
  const request = HttpServerRequest.fromWeb(new Request('https://service.example.com/de-prueba/uno?x=1'))
  const handled = measuringRequests([{ method: 'GET', path: '/de-prueba/:id' }])(
    Effect.as(Effect.sleep('250 millis'), HttpServerResponse.text('', { status: 418 })),
  )
  const measured = Effect.gen(function* () {
    const answering = yield* Effect.forkChild(
      Effect.provideService(handled, HttpServerRequest.HttpServerRequest, request),
      { startImmediately: true },
    )
    yield* TestClock.adjust('250 millis')
    yield* Fiber.join(answering)
  })
  expect(await addedBy(measured, 'cotejo_http_')).toEqual({
    'cotejo_http_requests_total{code="",method="GET",route="/de-prueba/:id",status="418"}': 1,
    'cotejo_http_request_seconds_count{method="GET",route="/de-prueba/:id",status="418"}': 1,
    'cotejo_http_request_seconds_sum{method="GET",route="/de-prueba/:id",status="418"}': 0.25,
  })
})

it('each answer is counted by its own status', async () => {
  const request = HttpServerRequest.fromWeb(new Request('https://service.example.com/de-prueba/dos'))
  const measuring = measuringRequests([{ method: 'GET', path: '/de-prueba/:id' }])
  const answered = (status: number) => measuring(Effect.succeed(HttpServerResponse.text('', { status })))
  const work = Effect.forEach([500, 501, 500], answered).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
  )
  expect(await addedBy(work, 'cotejo_http_requests_')).toEqual({
    'cotejo_http_requests_total{code="",method="GET",route="/de-prueba/:id",status="500"}': 2,
    'cotejo_http_requests_total{code="",method="GET",route="/de-prueba/:id",status="501"}': 1,
  })
})

const ports = measuredPorts.pipe(
  Layer.provide([
    Layer.mock(Verifications, {}),
    Layer.mock(Resolutions, { conclude: () => Effect.succeed(true) }),
    Layer.mock(Deliveries, { record: () => Effect.succeed(true) }),
  ]),
)

it.each([
  ['emitida', emitted, 120, 149.5],
  ['no_concluyente', inconclusive, 60, 0],
])(
  'an end as %s is timed in seconds from the acceptance, and charged in pesos',
  async (estado, ending, seconds, pesos) => {
    const state = begin(noon)
    const claim: Claim = {
      verification: { ...verificationIn(state, { createdAt: noon }), state },
      subject: null,
      trace: null,
      crashes: 0,
      epoch: 1,
    }
    const concluded = Resolutions.use(({ conclude }) => conclude(claim, ending))
    const added = await addedBy(Effect.provide(concluded, ports), 'cotejo_verification_seconds', 'cotejo_charged')
    expect(added).toEqual({
      [`cotejo_verification_seconds_count{state="${estado}"}`]: 1,
      [`cotejo_verification_seconds_sum{state="${estado}"}`]: seconds,
      ...(pesos === 0 ? {} : { 'cotejo_charged_pesos_total{mode="consumo"}': pesos }),
    })
  },
)
