import { Duration, Effect, Exit, Layer, Redacted } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { Authenticate, Ceilings } from '#application/Authenticate.ts'
import { Setting } from '#application/Setting.ts'
import { usuallyDenied } from '#domain/delivery/DeniedReceivers.ts'
import { Accounts } from '#ports/Accounts.ts'
import { testTime } from '#test/support/testTime.ts'

const setting = Layer.succeed(Setting, {
  environment: 'sandbox',
  timeBudget: Duration.minutes(10),
  validity: Duration.days(30),
  deniedReceivers: usuallyDenied,
  version: '0.1.0',
})

const secrets = Secrets.layer({
  digestKey: Redacted.make(new Uint8Array(32)),
  sealingKeys: [{ id: 'k1', key: Redacted.make(new Uint8Array(32)) }],
})

const account = {
  id: 'sol',
  mode: 'consumo',
  plan: { priceCentavos: 100, requestsPerMinute: 60, monthlyQuota: null },
} as const

const surroundings = Authenticate.layer.pipe(
  Layer.provide([Layer.mock(Accounts, {}), secrets, setting, testTime().layer]),
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
