import { DateTime, Duration, Effect, Layer } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { describe, expect, it } from 'vitest'
import type { Admission } from '#domain/account/Admission.ts'
import { begin } from '#domain/verification/Verification.ts'
import { errorAnswer } from '#http/Answers.ts'
import { Deliveries } from '#ports/Deliveries.ts'
import { PaymentChecks } from '#ports/Payments.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { Verifications } from '#ports/Verifications.ts'
import { knownSeries, measuredPorts, measuringRequests } from '#src/observability/Metrics.ts'
import { deliveryClaim } from '#test/support/deliveryClaim.ts'
import { seriesAfter } from '#test/support/series.ts'
import { applicationOf, emitted, inconclusive, noon } from '#test/support/storedVerifications.ts'
import { verificationIn } from '#tools/service/verifications.ts'

const plan = { priceCentavos: 100, requestsPerMinute: 60, monthlyQuota: null }
const account = { id: 'luna', mode: 'consumo', plan } as const
const application = applicationOf({ account, keyId: 'una' })

const claim: Claim = {
  verification: { ...verificationIn(begin(noon), { accountId: 'de-puertos' }), state: begin(noon) },
  subject: null,
  trace: null,
  crashes: 0,
  epoch: 1,
}
const sent = deliveryClaim({ accountId: 'de-puertos' })
const failure = { _tag: 'Failed', reason: 'tiempo_agotado' } as const
const attempt = { kind: 'reenvio', outcome: failure, startedAt: noon, took: Duration.seconds(10) } as const

/** The ports, which answer this. */
const portsThat = (admission: Admission, isHeld: boolean) =>
  measuredPorts.pipe(
    Layer.provide([
      Layer.mock(Verifications, {
        admit: () => Effect.succeed(admission),
      }),
      Layer.mock(Resolutions, { conclude: () => Effect.succeed(isHeld), putBack: () => Effect.succeed(isHeld) }),
      Layer.mock(Deliveries, { record: () => Effect.succeed(isHeld) }),
    ]),
  )
const closed = { _tag: 'AccountClosed' } as const

describe('the ports that are counted', () => {
  it.each(['whole', 'precheck', 'prechecked'] as const)('count what an admission says, %s', async (stage) => {
    const asked = Verifications.use(({ admit }) => admit(application, stage))
    const refused = { _tag: 'RateExceeded', retryAfterSeconds: 1 } as const
    expect(await seriesAfter(Effect.provide(asked, portsThat(refused, true)))).toEqual({
      'cotejo_admissions_total{verdict="RateExceeded"}': 1,
    })
    expect(await seriesAfter(Effect.provide(asked, portsThat(closed, true)))).toEqual({
      'cotejo_admissions_total{verdict="AccountClosed"}': 1,
    })
  })

  it('do not count a payment that is still to be asked for', async () => {
    const asked = Verifications.use(({ admit }) => admit(application, 'precheck'))
    expect(await seriesAfter(Effect.provide(asked, portsThat({ _tag: 'Prechecked', rate: null }, true)))).toEqual({})
  })

  it.each([
    ['emitida', '', emitted],
    ['no_concluyente', 'curp_inexistente', inconclusive],
  ])('count an end as %s with its reason %j, unless the claim was lost', async (state, reason, ending) => {
    const concluded = Resolutions.use(({ conclude }) => conclude(claim, ending))
    const counted = await seriesAfter(Effect.provide(concluded, portsThat(closed, true)))
    expect(counted).toMatchObject({
      [`cotejo_resolutions_total{reason="${reason}",state="${state}"}`]: 1,
      [`cotejo_account_resolutions_total{account="de-puertos",state="${state}"}`]: 1,
    })
    expect(await seriesAfter(Effect.provide(concluded, portsThat(closed, false)))).toEqual({})
  })

  it('count each time that a verification is left to another replica', async () => {
    const left = Resolutions.use(({ putBack }) => putBack(claim, DateTime.add(noon, { seconds: 2 })))
    expect(await seriesAfter(Effect.provide(Effect.andThen(left, left), portsThat(closed, true)))).toEqual({
      'cotejo_work_unreadable_total{}': 2,
    })
  })

  it('count an attempt that was not answered by its reason, unless the claim was lost', async () => {
    const recorded = Deliveries.use(({ record }) => record(sent, attempt, sent.delivery))
    expect(await seriesAfter(Effect.provide(recorded, portsThat(closed, true)))).toMatchObject({
      'cotejo_account_webhook_attempts_total{account="de-puertos",result="tiempo_agotado"}': 1,
    })
    expect(await seriesAfter(Effect.provide(recorded, portsThat(closed, false)))).toEqual({})
  })

  it('count the checks of payments', async () => {
    const noted = Effect.flatMap(PaymentChecks, ({ note }) => note('de-pagos', 'disputado'))
    expect(await seriesAfter(Effect.provide(noted, portsThat(closed, true)))).toMatchObject({
      'cotejo_account_payment_checks_total{account="de-pagos",result="disputado"}': 1,
      'cotejo_account_payment_checks_total{account="de-pagos",result="verificado"}': 0,
    })
  })
})

it('a request that is refused is counted with its code', async () => {
  const request = HttpServerRequest.fromWeb(new Request('https://service.example.com/uno', { method: 'POST' }))
  const handled = measuringRequests([{ method: 'POST', path: '/uno' }])(Effect.succeed(errorAnswer('llave_ausente')))
  const counted = await seriesAfter(Effect.provideService(handled, HttpServerRequest.HttpServerRequest, request))
  expect(counted).toMatchObject({
    'cotejo_http_requests_total{code="llave_ausente",method="POST",route="/uno",status="401"}': 1,
    'cotejo_http_request_seconds_count{method="POST",route="/uno",status="401"}': 1,
  })
})

it('what alarms go by is there from the start', async () => {
  expect(await seriesAfter(knownSeries([{ method: 'GET', path: '/uno' }]))).toEqual({
    'cotejo_http_requests_total{code="base_no_alcanzable",method="GET",route="/uno",status="503"}': 0,
    'cotejo_resolutions_total{reason="",state="emitida"}': 0,
    'cotejo_resolutions_total{reason="identidad_no_disponible",state="no_concluyente"}': 0,
    'cotejo_resolutions_total{reason="curp_inexistente",state="no_concluyente"}': 0,
    'cotejo_resolutions_total{reason="fuentes_insuficientes",state="no_concluyente"}': 0,
    'cotejo_resolutions_total{reason="tiempo_agotado",state="no_concluyente"}': 0,
    'cotejo_resolutions_total{reason="respuesta_retenida",state="no_concluyente"}': 0,
    'cotejo_resolutions_total{reason="fallas_repetidas",state="no_concluyente"}': 0,
    'cotejo_work_unreadable_total{}': 0,
    'cotejo_connections_refused_total{limit="address"}': 0,
    'cotejo_connections_refused_total{limit="process"}': 0,
    'cotejo_verification_seconds_count{state="emitida"}': 0,
    'cotejo_verification_seconds_sum{state="emitida"}': 0,
    'cotejo_verification_seconds_count{state="no_concluyente"}': 0,
    'cotejo_verification_seconds_sum{state="no_concluyente"}': 0,
  })
})
