import { DateTime, Effect, Exit, Layer, Option, Result } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { Authenticate, Ceilings } from '#application/Authenticate.ts'
import { KnownKeys } from '#application/KnownKeys.ts'
import { Accounts } from '#ports/Accounts.ts'
import { testTime } from '#test/support/testTime.ts'

const account = {
  id: 'sol',
  mode: 'consumo',
  plan: { priceCentavos: 100, requestsPerMinute: 60, monthlyQuota: null },
} as const

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
  }).pipe(
    Effect.provide(Authenticate.layer),
    Effect.provideService(Ceilings, new Map()),
    Effect.provide([Layer.mock(Accounts, {}), KnownKeys.layer, testTime().layer, TestClock.layer()]),
    Effect.runPromise,
  )

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
    const exit = yield* Effect.exit(authenticate(Result.succeed('digest'), () => 'a'))
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
