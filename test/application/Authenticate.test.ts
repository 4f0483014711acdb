import { DateTime, Effect, Exit, Layer, Option, Result } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { Authenticate, Ceilings, KnownKeys } from '#application/Authenticate.ts'
import { Accounts } from '#ports/Accounts.ts'
import { testTime } from '#tools/service/testTime.ts'

const account = {
  id: 'sol',
  mode: 'consumo',
  plan: { priceCentavos: 100, requestsPerMinute: 60, monthlyQuota: null },
} as const

const surroundings = Authenticate.layer.pipe(
  Layer.provide([Layer.mock(Accounts, {}), KnownKeys.layer, testTime().layer]),
  Layer.merge(TestClock.layer()),
)

/** How many of so many requests pass the ceiling, of each key in turn, while the time stands. */
const passed = (...requests: ReadonlyArray<readonly [keyId: string, count: number]>) =>
  Effect.gen(function* () {
    const { passCeiling } = yield* Authenticate
    return yield* Effect.forEach(requests, ([keyId, count]) =>
      Effect.map(
        Effect.forEach(Array.from({ length: count }), () => Effect.exit(passCeiling({ account, keyId }))),
        (exits) => exits.filter(Exit.isSuccess).length,
      ),
    )
  }).pipe(Effect.provide(surroundings), Effect.provideService(Ceilings, new Map()), Effect.runPromise)

it('each key of an account has a ceiling of its own, of 600 a minute or ten times its plan', async () => {
  expect(await passed(['k1', 601], ['k1', 1], ['k2', 601])).toEqual([600, 0, 600])
})

const presenter = { account, keyId: 'k1' }

/** What becomes of a key, known or not before, that is found so. */
const presented = (
  found: Option.Option<typeof presenter & { readonly expiresAt: DateTime.Utc | null }>,
  wasKnown: boolean,
) =>
  Effect.gen(function* () {
    const { authenticate } = yield* Authenticate
    const known = yield* KnownKeys
    known.note('digest', wasKnown)
    const exit = yield* Effect.exit(authenticate(Result.succeed('digest')))
    return [Exit.isSuccess(exit), known.has('digest')]
  }).pipe(
    Effect.provide(Authenticate.layer),
    Effect.provide([
      Layer.mock(Accounts, { authenticate: () => Effect.succeed(found) }),
      Layer.fresh(KnownKeys.layer),
      testTime().layer,
      TestClock.layer(),
    ]),
    Effect.runPromise,
  )

it.each([true, false])('a key that is a partner’s is known from then on, known before or not: %j', async (wasKnown) => {
  expect(await presented(Option.some({ ...presenter, expiresAt: null }), wasKnown)).toEqual([true, true])
})

it('a key that was revoked, or has expired, is known no longer, and one that is nobody’s never was', async () => {
  const expired = Option.some({ ...presenter, expiresAt: DateTime.makeUnsafe(0) })
  expect(await presented(Option.none(), true)).toEqual([false, false])
  expect(await presented(expired, true)).toEqual([false, false])
  expect(await presented(Option.none(), false)).toEqual([false, false])
})

it('a clock that is set back refuses no key: the ceiling goes by what has passed [limite_excedido]', async () => {
  const passing = Effect.gen(function* () {
    const { passCeiling } = yield* Authenticate
    const isPassed = Effect.map(Effect.exit(passCeiling({ account, keyId: 'k1' })), Exit.isSuccess)
    yield* TestClock.setTime(Date.parse('2026-03-10T14:00:00Z'))
    for (let count = 0; count < 600; count++) yield* isPassed
    yield* TestClock.setTime(Date.parse('2026-03-10T12:00:00Z'))
    const before = yield* isPassed
    yield* TestClock.adjust('1 minute')
    return [before, yield* isPassed]
  }).pipe(Effect.provide(surroundings), Effect.provideService(Ceilings, new Map()))
  expect(await Effect.runPromise(passing)).toEqual([false, true])
})
