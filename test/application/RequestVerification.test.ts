import { DateTime, Deferred, Effect, Fiber, Layer, Logger, Option, Redacted } from 'effect'
import { TestClock } from 'effect/testing'
import { describe, expect, it } from 'vitest'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { CurrentRequest } from '#application/CurrentRequest.ts'
import { type IncomingRequest, RequestVerification } from '#application/RequestVerification.ts'
import type { Admission, Stage } from '#domain/account/Admission.ts'
import { Identifiers } from '#ports/Identifiers.ts'
import { PaymentChecks, PaymentNotVerified, Payments } from '#ports/Payments.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { type AdmissionRequest, Verifications } from '#ports/Verifications.ts'
import { consentimiento, peticion, solicitante } from '#test/support/peticion.ts'
import { serviceContext } from '#test/support/resolving.ts'
import { standingClock, testTime } from '#tools/service/testTime.ts'

const plan = { priceCentavos: 250, requestsPerMinute: 60, monthlyQuota: null }
const credentials = { restrictedKey: Redacted.make('rk'), destination: 'acct_1' }
const secrets = Secrets.layer({
  digestKey: Redacted.make(new Uint8Array(32)),
  sealingKeys: [{ id: 'k1', key: Redacted.make(new Uint8Array(32)) }],
})
const ended = { _tag: 'Ended', id: 'ver_antes', document: Buffer.from('"antes"') } as const

const incoming = (mode: 'consumo' | 'connect', changes: Record<string, unknown> = {}): IncomingRequest => ({
  principal: { account: { id: 'luna', mode, plan }, keyId: 'k1' },
  channel: 'api',
  idempotencyKey: 'sol-0001',
  body: peticion(changes),
  trace: null,
})
const paidBy = (payment_intent_id: string | null) => ({ cobro: { modo: 'connect', payment_intent_id } })

interface World {
  readonly admission?: Admission['_tag']
  /** What steps 16 and 17 answer before the processor is asked. */
  readonly prechecked?: Admission
  readonly verify?: Effect.Effect<void, PaymentNotVerified>
  readonly hasCredentials?: boolean
  readonly replay?: typeof ended
}

const admissionOf = (_tag: Admission['_tag']): Admission => {
  switch (_tag) {
    case 'Replayed':
      return { _tag, view: ended }
    case 'RateExceeded':
    case 'QuotaExceeded':
      return { _tag, retryAfterSeconds: 7 }
    case 'Created':
    case 'Prechecked':
      return { _tag, rate: null }
    default:
      return { _tag }
  }
}

/** The use case over ports that note what they are asked. */
const started = ({
  admission = 'Created',
  prechecked = { _tag: 'Prechecked', rate: null },
  verify = Effect.void,
  hasCredentials = true,
  replay,
}: World) => {
  const asked: Array<string> = []
  const applications: Array<AdmissionRequest> = []
  const drawn: Array<string> = []
  const time = testTime()
  const note = (what: string) => Effect.sync(() => void asked.push(what))
  const admit = (application: AdmissionRequest, stage: Stage = 'whole') => {
    if (stage === 'precheck') return Effect.as(note(stage), prechecked)
    const noted = Effect.sync(() => applications.push(application))
    return Effect.as(Effect.andThen(note(stage), noted), admissionOf(admission))
  }
  const ports = Layer.mergeAll(
    Layer.mock(Verifications, {
      admit,
      findReplay: (account, request, fingerprint) =>
        Effect.as(note(`findReplay ${account} ${request} ${fingerprint.length}`), Option.fromUndefinedOr(replay)),
    }),
    Layer.mock(Payments, {
      verify: (_, payment, price) => Effect.andThen(note(`verify ${payment} ${price}`), verify),
    }),
    Layer.mock(ProcessorAccounts, {
      credentialsOf: () => Effect.succeed(hasCredentials ? Option.some(credentials) : Option.none()),
    }),
    Layer.succeed(PaymentChecks, { note: (account, check) => note(`${account} ${check}`) }),
    Layer.succeed(Identifiers, {
      next: (prefix) =>
        Effect.sync(() => {
          drawn.push(prefix)
          return `${prefix}_1`
        }),
      eventOf: () => 'evt_1',
    }),
    secrets,
    time.layer,
    serviceContext,
    standingClock,
  )
  const run = <A, E>(use: (service: RequestVerification['Service']) => Effect.Effect<A, E>) =>
    Effect.runPromise(
      Effect.result(RequestVerification.use(use)).pipe(Effect.provide(Layer.provide(RequestVerification.layer, ports))),
    )
  return { asked, applications, drawn, time, run }
}

const requested = async (world: World, request: IncomingRequest) => {
  const { asked, applications, drawn, run } = started(world)
  const result = await run((service) => service.request(request))
  const answer = result._tag === 'Success' ? JSON.parse(Buffer.from(result.success).toString()) : result.failure
  return { asked, applications, drawn, answer }
}

describe('a consent', () => {
  it.each([
    [
      'simulated time is behind the real one',
      '2026-09-01T00:00:00Z',
      '2026-09-01T00:05:00Z',
      '2026-09-01T00:05:00.001Z',
    ],
    [
      'simulated time is ahead of the real one',
      '2026-01-01T00:00:00Z',
      '2026-03-02T16:05:00Z',
      '2026-03-02T16:05:00.001Z',
    ],
  ])('may be five minutes ahead of the later time, where %s', async (_, real, latest, later) => {
    const { run, time } = started({})
    expect(DateTime.formatIso(time.now())).toBe('2026-03-02T16:00:00.000Z')
    const granted = (otorgado_en: string) =>
      run(({ request }) => {
        const requested = request(incoming('consumo', { consentimiento: { ...consentimiento, otorgado_en } }))
        return Effect.provide(Effect.andThen(TestClock.setTime(Date.parse(real)), requested), standingClock)
      })
    expect((await granted(latest))._tag).toBe('Success')
    expect(await granted(later)).toMatchObject({ failure: { codigo: 'peticion_invalida' } })
  })
})

describe('a request in mode consumo', () => {
  it('counts against the month in which it comes', async () => {
    const { applications, time, run } = started({})
    await run(({ request }) =>
      Effect.gen(function* () {
        yield* request(incoming('consumo'))
        time.pass(31 * 86_400)
        yield* request(incoming('consumo'))
      }),
    )
    expect(applications.map(({ quotaMonth: { name } }) => name)).toEqual(['2026-03', '2026-04'])
  })

  it('is admitted, and answered with what was created', async () => {
    const { asked, applications, answer } = await requested({}, incoming('consumo'))
    expect(asked).toEqual(['whole'])
    expect(answer).toMatchObject({ verificacion_id: 'ver_1', solicitud_id: 'sol-0001', estado: 'en_proceso' })
    expect(answer).toMatchObject({ consentimiento: { consentimiento_id: 'con_1' } })
    const [application] = applications
    expect(application).toMatchObject({
      fingerprint: expect.stringMatching(/^[\w-]{43}$/),
      quotaMonth: { name: '2026-03' },
      verification: { terms: { mode: 'consumo', priceCentavos: 250, paymentIntentId: null }, channel: 'api' },
      subject: { curp: solicitante.curp },
    })
  })

  it.each([
    ['Conflict', { codigo: 'conflicto_idempotencia', rule: 'otro_cuerpo' }],
    ['AccountClosed', { rule: 'cuenta_suspendida' }],
    ['BalanceInsufficient', { codigo: 'consumo_agotado', rule: 'saldo_insuficiente' }],
    ['RateExceeded', { codigo: 'limite_excedido', rule: 'limite_por_minuto', retryAfterSeconds: 7 }],
    ['QuotaExceeded', { codigo: 'limite_excedido', rule: 'cuota_mensual', retryAfterSeconds: 7 }],
    ['PaymentTaken', { rule: 'pago_tomado', field: 'cobro.payment_intent_id' }],
    ['Locked', { _tag: 'StorageUnavailable', reason: 'locked by another session' }],
    ['KeyMissing', { _tag: 'StorageUnavailable', reason: 'the database lacks the data key' }],
    [
      'Unreadable',
      { _tag: 'StorageUnavailable', reason: 'a verification is sealed with a key that this replica does not have' },
    ],
  ] as const)('that is not admitted is refused: %s', async (admission, refusal) => {
    const { answer } = await requested({ admission }, incoming('consumo'))
    expect(answer).toMatchObject(refusal)
  })

  it('with a CURP for its id is refused, and the database does not see it', async () => {
    const request = { ...incoming('consumo', { solicitud_id: solicitante.curp }), idempotencyKey: solicitante.curp }
    const { asked, answer } = await requested({ replay: ended }, request)
    expect([asked, answer]).toMatchObject([[], { rule: 'lleva_curp', field: 'solicitud_id' }])
  })
})

describe('a request in mode connect', () => {
  it('is prechecked, its payment verified, and then admitted', async () => {
    const { asked, applications, answer } = await requested({}, incoming('connect', paidBy('pi_1')))
    expect(asked).toEqual(['precheck', 'verify pi_1 250', 'luna verificado', 'prechecked'])
    expect(applications[0]?.verification.terms).toEqual({
      mode: 'connect',
      priceCentavos: 250,
      paymentIntentId: 'pi_1',
    })
    expect(answer).toMatchObject({ verificacion_id: 'ver_1', estado: 'en_proceso' })
  })

  it('whose payment is not verified is refused with the reason, which is counted', async () => {
    const verify = Effect.fail(new PaymentNotVerified({ reason: 'pago_inexistente' }))
    const { asked, answer } = await requested({ verify }, incoming('connect', paidBy('pi_1')))
    expect(asked).toEqual(['precheck', 'verify pi_1 250', 'luna pago_inexistente'])
    expect(answer).toMatchObject({ rule: 'pago_inexistente', field: 'cobro.payment_intent_id' })
  })

  it('whose payment is not verified is told in the log by what its answer is called', async () => {
    const verify = Effect.fail(new PaymentNotVerified({ reason: 'pago_inexistente' }))
    const log: Array<unknown> = []
    const hearing = Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))])
    const { run } = started({ verify })
    const told = (id: string | null) =>
      run(({ request }) =>
        request(incoming('connect', paidBy('pi_1'))).pipe(
          Effect.provideService(
            CurrentRequest,
            id === null ? null : { id, account: 'luna', refusal: null, additions: {} },
          ),
          Effect.provide(hearing),
        ),
      )
    await told('req_1')
    await told(null)
    expect(log).toEqual([
      ['Warn', ['payment not verified', { service_request_id: 'req_1', reason: 'pago_inexistente' }]],
      ['Warn', ['payment not verified', { reason: 'pago_inexistente' }]],
    ])
  })

  it('of an account without credentials is refused, and the processor is not asked', async () => {
    const { asked, answer } = await requested({ hasCredentials: false }, incoming('connect', paidBy('pi_1')))
    expect([asked, answer]).toMatchObject([['precheck', 'luna sin_credenciales'], { rule: 'sin_credenciales' }])
  })

  it('with a third body waits for one of them alone, so that a processor that hangs does not hold it up twice', async () => {
    const gates = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const refused = Effect.fail(new PaymentNotVerified({ reason: 'pago_inexistente' }))
    let verified = 0
    const verify = Effect.suspend(() =>
      Effect.andThen(Deferred.await(gates[verified++] ?? Deferred.makeUnsafe<void>()), refused),
    )
    const { asked, run } = started({ verify })
    await run((service) =>
      Effect.gen(function* () {
        const bodies = ['pi_1', 'pi_2', 'pi_3'].map((payment) =>
          Effect.forkChild(Effect.exit(service.request(incoming('connect', paidBy(payment)))), {
            startImmediately: true,
          }),
        )
        const requests = yield* Effect.all(bodies)
        yield* Deferred.succeed(gates[0] ?? (yield* Effect.die('none')), undefined)
        yield* Fiber.join(requests[0] ?? (yield* Effect.die('none')))
        yield* Effect.repeat(Effect.yieldNow, { times: 20 })
        expect(asked.filter((text) => text.startsWith('verify'))).toEqual([
          'verify pi_1 250',
          'verify pi_2 250',
          'verify pi_3 250',
        ])
        for (const gate of gates) yield* Deferred.succeed(gate, undefined)
        yield* Effect.forEach(requests, Fiber.join)
      }),
    )
  })
})
