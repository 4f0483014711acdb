import { DateTime, Effect, Exit, Layer, Logger, Option, Result } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { Authenticate, Ceilings } from '#application/Authenticate.ts'
import { Accounts, type Presenter } from '#ports/Accounts.ts'
import { testTime } from '#tools/service/testTime.ts'

const account = {
  id: 'sol',
  mode: 'consumo',
  plan: { priceCentavos: 100, requestsPerMinute: 60, monthlyQuota: null },
} as const

const surroundings = Authenticate.layer.pipe(
  Layer.provide([Layer.mock(Accounts, {}), testTime().layer]),
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

const presenter = { account, keyId: 'k1', expiresAt: null, isRevoked: false, isActive: true }

/** Whether a key that is found so is accepted. */
const isAccepted = (found: Option.Option<Presenter>) =>
  Authenticate.use(({ authenticate }) => Effect.exit(authenticate(Result.succeed('digest')))).pipe(
    Effect.map(Exit.isSuccess),
    Effect.provide(Authenticate.layer),
    Effect.provide([
      Layer.mock(Accounts, { authenticate: () => Effect.succeed(found) }),
      testTime().layer,
      TestClock.layer(),
    ]),
    Effect.runPromise,
  )

it('a key of a partner is accepted, and one that has expired, was revoked or is unknown is not', async () => {
  expect(await isAccepted(Option.some(presenter))).toBe(true)
  expect(await isAccepted(Option.some({ ...presenter, expiresAt: DateTime.makeUnsafe(0) }))).toBe(false)
  expect(await isAccepted(Option.some({ ...presenter, isRevoked: true }))).toBe(false)
  expect(await isAccepted(Option.some({ ...presenter, isActive: false }))).toBe(false)
  expect(await isAccepted(Option.none())).toBe(false)
})

it('the refusal of a key that exists is logged with its account and name, once a minute [llave_invalida]', async () => {
  const lines: Array<unknown> = []
  const logger = Logger.make(({ message }) => lines.push(message))
  const refused: Array<readonly [Partial<Presenter>, string]> = [
    [{ isRevoked: true, keyId: 'k1' }, 'revoked'],
    [{ expiresAt: DateTime.makeUnsafe(0), keyId: 'k2' }, 'expired'],
    [{ isActive: false, keyId: 'k3' }, 'account not active'],
  ]
  let found: Option.Option<Presenter> = Option.none()
  await Effect.gen(function* () {
    const { authenticate } = yield* Authenticate
    const asked = Effect.exit(authenticate(Result.succeed('digest')))
    yield* asked
    expect(lines).toEqual([])
    for (const [changes, reason] of refused) {
      found = Option.some({ ...presenter, ...changes })
      yield* asked
      yield* asked
      const facts = { account: 'sol', key: changes.keyId, reason, count: 1 }
      expect(lines.splice(0)).toEqual([['key refused', facts]])
    }
    yield* TestClock.adjust('1 minute')
    yield* asked
    expect(lines).toEqual([['key refused', { account: 'sol', key: 'k3', reason: 'account not active', count: 2 }]])
  }).pipe(
    Effect.provide(Authenticate.layer),
    Effect.provide([
      Layer.mock(Accounts, { authenticate: () => Effect.sync(() => found) }),
      testTime().layer,
      TestClock.layer(),
      Logger.layer([logger]),
    ]),
    Effect.runPromise,
  )
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
