import { Effect } from 'effect'
import { afterAll, describe, expect, it } from 'vitest'
import { CurrentRequest } from '#application/CurrentRequest.ts'
import { Cotejo } from '#client/Client.ts'
import type { Environment } from '#domain/account/ApiKey.ts'
import { answering, withReason } from '#http/Answers.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'
import { reject } from '#wire/Rejection.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

const header = 'idempotent-replayed'

describe('Idempotent-Replayed', () => {
  it('is on a POST that repeats one that was accepted, in progress and ended, and on no other answer', async () => {
    const { llave } = await sandbox.account()
    const sent = validBody()
    const first = await sandbox.create(llave, sent)
    expect(first.headers.get(header)).toBeNull()
    const again = await sandbox.create(llave, sent)
    expect([again.headers.get(header), again.text]).toEqual(['true', first.text])
    await sandbox.advance(600)
    expect((await sandbox.create(llave, sent)).headers.get(header)).toBe('true')
    expect((await sandbox.read(llave, first.body['verificacion_id'])).headers.get(header)).toBeNull()
    const conflict = await sandbox.create(llave, { ...sent, propiedad_id: 'otra' })
    expect([summaryOf(conflict), conflict.headers.get(header)]).toEqual(['409 conflicto_idempotencia', null])
    expect((await sandbox.create(llave)).headers.get(header)).toBeNull()
  })

  it('is told by the client as `replayed`, which is no part of the document', async () => {
    const { llave: apiKey } = await sandbox.account()
    const cotejo = new Cotejo({ baseUrl: sandbox.base, apiKey })
    const sample = sampleRequest('sol-repetida')
    const request = { ...sample, consentimiento: { ...sample.consentimiento, otorgado: true as const } }
    const first = await cotejo.create(request)
    const again = await cotejo.create(request)
    expect([first.replayed, again.replayed]).toEqual([false, true])
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    expect(Object.keys(again)).not.toContain('replayed')
  })
})

describe('Service-Refusal', () => {
  const told = ({ status, headers }: Awaited<ReturnType<typeof sandbox.create>>) =>
    [status, headers.get('service-refusal')].join(' ')

  it('names step, rule and declared field of a refused request, and no name or value of the request', async () => {
    const { llave } = await sandbox.account()
    const strange = validBody({ inventado: 'valor' })
    expect(told(await sandbox.create(llave, strange))).toBe('400 step="7", rule="campo_no_declarado"')
    const inside = validBody({ solicitante: { curp: 'LIMP900101HDFRRS03', inventado: 'valor' } })
    expect(told(await sandbox.create(llave, inside))).toBe(
      '400 step="7", rule="campo_no_declarado", field="solicitante"',
    )
    const short = validBody({ solicitante: { curp: 'LIMP' } })
    expect(told(await sandbox.create(llave, short))).toBe(
      '400 step="11", rule="curp_sin_forma", field="solicitante.curp"',
    )
    const missing = await sandbox.read(llave, 'ver_0')
    expect(told(missing)).toBe('404 rule="verificacion_inexistente", field="verificacion_id"')
    expect(told(await sandbox.create(llave))).toBe('200 ')
    expect(told(await sandbox.create('x'))).toBe('401 ')
  })

  it('says nothing of what is wrong with a payment: 402 cobro_no_verificado', async () => {
    const { llave, tenant } = await sandbox.account({ modo: 'connect', saldo: null })
    const paid = { estado: 'succeeded', moneda: 'mxn', monto: 100, tenant }
    const { body } = await sandbox.call('POST', '/_simulador/pagos', { body: paid })
    const cobro = { modo: 'connect', payment_intent_id: body['payment_intent_id'] }
    expect(told(await sandbox.create(llave, validBody({ cobro })))).toBe('200 ')
    const same = '402 step="18", field="cobro.payment_intent_id"'
    expect(told(await sandbox.create(llave, validBody({ cobro })))).toBe(same)
    const unknown = { modo: 'connect', payment_intent_id: 'pi_none' }
    expect(told(await sandbox.create(llave, validBody({ cobro: unknown })))).toBe(same)
  })

  it('is not there in production', async () => {
    const refused = answering(Effect.fail(reject('curp_sin_forma', { field: 'solicitante.curp' })))
    const headersIn = (environment: Environment) =>
      Effect.runPromise(
        Effect.provideService(withReason(environment)(refused), CurrentRequest, {
          id: 'req_1',
          account: 'luna',
          refusal: null,
          additions: null,
        }),
      )
    expect((await headersIn('production')).headers).not.toHaveProperty('service-refusal')
    expect((await headersIn('sandbox')).headers).toHaveProperty('service-refusal')
  })
})

describe('RateLimit', () => {
  const told = ({ status, headers }: Awaited<ReturnType<typeof sandbox.create>>) =>
    [status, headers.get('ratelimit-policy'), headers.get('ratelimit')].join(' ')
  const policy = '"minuto";q=2;w=60'

  it.each(['consumo', 'connect'] as const)('says in mode %s what is left, and after 429 when', async (modo) => {
    const { llave, tenant } = await sandbox.account({ modo, limite_por_minuto: 2 })
    const sent = async () => {
      const paid = { estado: 'succeeded', moneda: 'mxn', monto: 100, tenant }
      const { body } = await sandbox.call('POST', '/_simulador/pagos', { body: paid })
      return validBody({ cobro: { modo: 'connect', payment_intent_id: body['payment_intent_id'] } })
    }
    const [first, second, third] = [await sent(), await sent(), await sent()]
    expect(told(await sandbox.create(llave, first))).toBe(`200 ${policy} "minuto";r=1;t=60`)
    expect(told(await sandbox.create(llave, second))).toMatch(/^200 "minuto";q=2;w=60 "minuto";r=0;t=\d{1,2}$/)
    expect(told(await sandbox.create(llave, first))).toBe('200  ')
    const refused = await sandbox.create(llave, third)
    expect(told(refused)).toBe(`429 ${policy} "minuto";r=0;t=${refused.headers.get('retry-after')}`)
  })

  it('is told by the client as `rateLimit`', async () => {
    const { llave: apiKey } = await sandbox.account({ limite_por_minuto: 5 })
    const cotejo = new Cotejo({ baseUrl: sandbox.base, apiKey })
    const sample = sampleRequest('sol-contada')
    const request = { ...sample, consentimiento: { ...sample.consentimiento, otorgado: true as const } }
    expect((await cotejo.create(request)).rateLimit).toEqual({ remaining: 4, seconds: 60 })
    expect((await cotejo.create(request)).rateLimit).toBeNull()
  })
})
