import { Effect } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { expect, it } from 'vitest'
import { begin } from '#domain/verification/Verification.ts'
import { countAttempt, countEnd, countPaymentCheck, partnerSeries } from '#src/observability/PartnerMetrics.ts'
import { deliveryClaim } from '#test/support/deliveryClaim.ts'
import { seriesAfter } from '#test/support/series.ts'
import { emitted, inconclusive, noon } from '#test/support/storedVerifications.ts'
import { verificationIn } from '#tools/service/verifications.ts'

/** The series of a metric for one account, by result. */
const ofAccount = (metric: string, account: string, results: ReadonlyArray<string>, happened: string) =>
  Object.fromEntries(
    results.map((result) => [`${metric}{account="${account}",result="${result}"}`, result === happened ? 1 : 0]),
  )

it('whoever is sent a webhook has every result of an attempt from then on', async () => {
  const results = [
    ...['1xx', '2xx', '3xx', '4xx', '5xx'],
    ...['nombre_sin_resolver', 'direccion_no_publica', 'conexion_fallida', 'tls_rechazado'],
    ...['respuesta_invalida', 'respuesta_excesiva', 'tiempo_agotado', 'error_interno'],
  ]
  expect(await seriesAfter(countAttempt(deliveryClaim({ accountId: 'con-webhooks' }), '2xx'))).toEqual(
    ofAccount('cotejo_account_webhook_attempts_total', 'con-webhooks', results, '2xx'),
  )
})

it('whoever has a payment checked has every result of a check from then on', async () => {
  const results = [
    ...['verificado', 'sin_credenciales', 'sin_respuesta', 'procesador_fallo', 'limite_del_procesador'],
    ...['solicitud_rechazada', 'llave_rechazada', 'respuesta_ilegible', 'pago_inexistente', 'pago_no_confirmado'],
    ...['otra_moneda', 'monto_insuficiente', 'cargo_no_pagado', 'reembolsado', 'disputado', 'otro_ambiente'],
  ]
  expect(await seriesAfter(countPaymentCheck('con-pagos', 'disputado'))).toEqual(
    ofAccount('cotejo_account_payment_checks_total', 'con-pagos', results, 'disputado'),
  )
})

let accounts = 0

it.each([
  ['consumo', emitted, { emitida: 1, no_concluyente: 0 }, 120, 149.5],
  ['connect', emitted, { emitida: 1, no_concluyente: 0 }, 120, 149.5],
  ['connect', inconclusive, { emitida: 0, no_concluyente: 1 }, 60, null],
  ['consumo', inconclusive, { emitida: 0, no_concluyente: 1 }, 60, null],
] as const)('an end of mode %s is counted for its account, and what is charged for its mode', async (...row) => {
  const [mode, ending, { emitida, no_concluyente }, seconds, pesos] = row
  const state = emitida > 0 ? 'emitida' : 'no_concluyente'
  accounts += 1
  const account = `cuenta-${accounts}`
  const terms = { mode, priceCentavos: 149_50, paymentIntentId: null }
  const verification = { ...verificationIn(begin(noon), { accountId: account, createdAt: noon, terms }) }
  const claim = {
    verification: { ...verification, state: begin(noon) },
    subject: null,
    trace: null,
    crashes: 0,
    epoch: 1,
  }
  expect(await seriesAfter(countEnd(claim, ending))).toEqual({
    [`cotejo_account_resolutions_total{account="${account}",state="emitida"}`]: emitida,
    [`cotejo_account_resolutions_total{account="${account}",state="no_concluyente"}`]: no_concluyente,
    [`cotejo_verification_seconds_count{state="${state}"}`]: 1,
    [`cotejo_verification_seconds_sum{state="${state}"}`]: seconds,
    ...(pesos === null ? {} : { [`cotejo_charged_pesos_total{mode="${mode}"}`]: pesos }),
  })
})

it('how long verifications take is told from the start, by the limits that the alarms know', async () => {
  expect(await seriesAfter(partnerSeries)).toEqual({
    'cotejo_verification_seconds_count{state="emitida"}': 0,
    'cotejo_verification_seconds_sum{state="emitida"}': 0,
    'cotejo_verification_seconds_count{state="no_concluyente"}': 0,
    'cotejo_verification_seconds_sum{state="no_concluyente"}': 0,
  })
  const text = await Effect.runPromise(Effect.andThen(partnerSeries, PrometheusMetrics.format()))
  const limits = text.matchAll(/cotejo_verification_seconds_bucket\{state="emitida",le="([^"]+)"/g)
  expect(Array.from(limits, ([, limit]) => limit).join(' ')).toBe('1 5 15 30 60 120 180 240 300 420 600 +Inf')
})
