import { DateTime, Effect, Layer } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { type Partner, Partners } from '#ports/Partners.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import * as PartnerMetrics from '#src/observability/PartnerMetrics.ts'

/** The series of an account, with their values. */
const seriesOf = (account: string) =>
  Effect.map(PrometheusMetrics.format(), (text) =>
    text
      .split('\n')
      .filter((line) => line.includes(`account="${account}"`))
      .map((line) => /^(\w+)\{.*(?:result|state)="(\w+)".*\} (\d+)$/.exec(line)?.slice(1).join(' ')),
  )

let accounts: ReadonlyArray<Partner> | null = null
const partners = Layer.succeed(Partners, {
  recent: (most) =>
    Effect.suspend(() =>
      accounts === null
        ? Effect.fail(new StorageUnavailable({ reason: 'away' }))
        : Effect.succeed(accounts.slice(0, most)),
    ),
})
const prepaid = (accountId: string, verificationsLeft: number | null): Partner => ({
  accountId,
  mode: 'consumo',
  verificationsLeft,
  keyExpiresAt: null,
})
const paid = (accountId: string, keyExpiresAt: DateTime.Utc | null = null): Partner => ({
  ...{ accountId, mode: 'connect', verificationsLeft: null, keyExpiresAt },
})

it('series of accounts are there with 0 before anything happens, so that the first failure is an increase', async () => {
  accounts = null
  const looked = Effect.gen(function* () {
    yield* Layer.build(PartnerMetrics.layer)
    yield* TestClock.adjust('1 second')
    expect(yield* seriesOf('con-saldo')).toEqual([])
    accounts = [prepaid('con-saldo', null)]
    yield* TestClock.adjust('10 seconds')
    const begun = yield* seriesOf('con-saldo')
    expect(begun).toEqual(
      expect.arrayContaining([
        'cotejo_account_resolutions_total emitida 0',
        'cotejo_account_resolutions_total no_concluyente 0',
        'cotejo_account_webhook_attempts_total 2xx 0',
        'cotejo_account_webhook_attempts_total 5xx 0',
        'cotejo_account_webhook_attempts_total tiempo_agotado 0',
      ]),
    )
    expect(begun.join()).not.toContain('payment_checks')
    // One that was opened since.
    accounts = [paid('con-pagos'), ...accounts]
    yield* TestClock.adjust('10 seconds')
    expect(yield* seriesOf('con-pagos')).toEqual(
      expect.arrayContaining([
        'cotejo_account_payment_checks_total verificado 0',
        'cotejo_account_payment_checks_total sin_respuesta 0',
      ]),
    )
    yield* PartnerMetrics.countPaymentCheck('con-pagos', 'sin_respuesta')
    expect(yield* seriesOf('con-pagos')).toContain('cotejo_account_payment_checks_total sin_respuesta 1')
    // What was counted is not begun anew.
    yield* TestClock.adjust('10 seconds')
    expect(yield* seriesOf('con-pagos')).toContain('cotejo_account_payment_checks_total sin_respuesta 1')
    accounts = Array.from({ length: 200 }, (_, index) => paid(`cuenta-${index}`))
    yield* TestClock.adjust('10 seconds')
    expect(yield* seriesOf('otros')).toContain('cotejo_account_payment_checks_total sin_respuesta 0')
    expect(yield* seriesOf('cuenta-60')).toEqual([])
  })
  await Effect.runPromise(Effect.provide(Effect.scoped(looked), [partners, TestClock.layer()]))
})

it('what balances still pay is told as of now, of accounts with a label of their own, and NaN where nobody knows', async () => {
  accounts = [prepaid('cuenta-1', 12), prepaid('sin-precio', null), prepaid('cuenta-199', 3), paid('con-pagos')]
  const told = Effect.map(PrometheusMetrics.format(), (text) =>
    [...text.matchAll(/^cotejo_account_verifications_left\{(.*)\} (\S+)$/gm)].map(([, labels, value]) => [
      labels,
      value,
    ]),
  )
  const looked = Effect.gen(function* () {
    yield* Layer.build(PartnerMetrics.layer)
    yield* TestClock.adjust('1 second')
    // All labels were given away before, and this one is among them.
    expect(yield* told).toEqual([['account="cuenta-1",scope="service"', '12']])
    accounts = [prepaid('cuenta-1', 11), prepaid('con-saldo', 0)]
    yield* TestClock.adjust('10 seconds')
    expect(yield* told).toEqual([
      ['account="cuenta-1",scope="service"', '11'],
      ['account="con-saldo",scope="service"', '0'],
    ])
    accounts = [paid('cuenta-1'), prepaid('con-saldo', 7)]
    yield* TestClock.adjust('10 seconds')
    expect((yield* told).map(([, value]) => value)).toEqual(['NaN', '7'])
    accounts = null
    yield* TestClock.adjust('10 seconds')
    expect((yield* told).map(([, value]) => value)).toEqual(['NaN', 'NaN'])
  })
  await Effect.runPromise(Effect.provide(Effect.scoped(looked), [partners, TestClock.layer()]))
})

it('when the keys of partners expire is told as of now, and NaN where nobody knows', async () => {
  const told = Effect.map(PrometheusMetrics.format(), (text) =>
    [
      ...text.matchAll(/^cotejo_account_key_expiry_timestamp_seconds\{account="con-pagos",scope="service"\} (\S+)$/gm),
    ].map(([, value]) => value),
  )
  const looked = Effect.gen(function* () {
    accounts = [paid('con-pagos')]
    yield* Layer.build(PartnerMetrics.layer)
    yield* TestClock.adjust('1 second')
    expect(yield* told).toEqual([])
    accounts = [paid('con-pagos', DateTime.makeUnsafe(1_800_000_000_000))]
    yield* TestClock.adjust('10 seconds')
    expect(yield* told).toEqual(['1800000000'])
    accounts = [paid('con-pagos')]
    yield* TestClock.adjust('10 seconds')
    expect(yield* told).toEqual(['NaN'])
  })
  await Effect.runPromise(Effect.provide(Effect.scoped(looked), [partners, TestClock.layer()]))
})
