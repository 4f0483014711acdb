import { Effect, Layer } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { Partners } from '#ports/Partners.ts'
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

it('series of accounts are there with 0 before anything happens, so that the first failure is an increase', async () => {
  let accounts: ReadonlyArray<{ readonly accountId: string; readonly mode: 'consumo' | 'connect' }> | null = null
  const partners = Layer.succeed(Partners, {
    recent: (most) =>
      Effect.suspend(() =>
        accounts === null
          ? Effect.fail(new StorageUnavailable({ reason: 'away' }))
          : Effect.succeed(accounts.slice(0, most)),
      ),
  })
  const looked = Effect.gen(function* () {
    yield* Layer.build(PartnerMetrics.layer)
    yield* TestClock.adjust('1 second')
    expect(yield* seriesOf('con-saldo')).toEqual([])
    accounts = [{ accountId: 'con-saldo', mode: 'consumo' }]
    yield* TestClock.adjust('10 seconds')
    const prepaid = yield* seriesOf('con-saldo')
    expect(prepaid).toEqual(
      expect.arrayContaining([
        'cotejo_account_resolutions_total emitida 0',
        'cotejo_account_resolutions_total no_concluyente 0',
        'cotejo_account_webhook_attempts_total 2xx 0',
        'cotejo_account_webhook_attempts_total 5xx 0',
        'cotejo_account_webhook_attempts_total tiempo_agotado 0',
      ]),
    )
    expect(prepaid.join()).not.toContain('payment_checks')
    // One that was opened since.
    accounts = [{ accountId: 'con-pagos', mode: 'connect' }, ...accounts]
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
    accounts = Array.from({ length: 200 }, (_, index) => ({ accountId: `cuenta-${index}`, mode: 'connect' as const }))
    yield* TestClock.adjust('10 seconds')
    expect(yield* seriesOf('otros')).toContain('cotejo_account_payment_checks_total sin_respuesta 0')
    expect(yield* seriesOf('cuenta-60')).toEqual([])
  })
  await Effect.runPromise(Effect.provide(Effect.scoped(looked), [partners, TestClock.layer()]))
})
