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
    Effect.provide([Layer.mock(Accounts, {}), secrets, setting, testTime().layer, TestClock.layer()]),
    Effect.runPromise,
  )

it('each key of an account has a ceiling of its own, of 600 a minute or ten times its plan', async () => {
  expect(await passed(['k1', 601], ['k1', 1], ['k2', 601])).toEqual([600, 0, 600])
})
