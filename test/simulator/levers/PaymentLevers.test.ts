import { Effect, Layer, ManagedRuntime } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import * as Time from '#adapters/platform/Time.ts'
import type { Balance } from '#domain/account/Account.ts'
import { defaultPlan } from '#simulator/accounts/DemoAccounts.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { paymentLevers } from '#simulator/levers/PaymentLevers.ts'
import { platformOf } from '#simulator/processor/Platform.ts'
import { Processor } from '#simulator/processor/Processor.ts'
import type { KeptAccount } from '#simulator/storage/AccountNote.ts'

const account = (id: string, mode: 'consumo' | 'connect'): KeptAccount & Balance => ({
  account: { id, mode, plan: defaultPlan },
  apiKey: '',
  signingSecret: '',
  creditCentavos: 0,
  keys: [],
  nextSecret: null,
  isActive: true,
  settledCentavos: 0,
  heldCentavos: 0,
})
const accounts = [account('demo-consumo', 'consumo'), account('demo-connect', 'connect'), account('otra', 'connect')]
const known = Layer.succeed(KnownAccounts, {
  all: Effect.succeed(accounts),
  open: () => Effect.void,
  reset: Effect.void,
  note: () => Effect.void,
  equip: () => Effect.void,
  load: Effect.void,
})

const start = () =>
  ManagedRuntime.make(Layer.merge(Processor.layer.pipe(Layer.provide([Time.layer, Identifiers.layer()])), known))
let runtime = start()
beforeEach(() => {
  runtime = start()
})
afterEach(() => runtime.dispose())

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> => {
  const url = `http://127.0.0.1/_simulador/${path}`
  const request = HttpServerRequest.fromWeb(
    new Request(url, method === 'GET' ? {} : { method, body: JSON.stringify(body) }),
  )
  const levers = await runtime.runPromise(paymentLevers)
  const lever = levers.find((one) => one.method === method && one.path === `/_simulador/${path}`)
  if (lever === undefined) throw new Error('there is no such lever')
  const response = HttpServerResponse.toWeb(await runtime.runPromise(lever.handler(request)))
  return { status: response.status, body: JSON.parse(await response.text()) }
}
const pull = (lever: string, body: unknown) => call('POST', lever, body)
const paid = { estado: 'succeeded', moneda: 'MXN', monto: 100 }

/** The API of the processor, as the service of this account calls it. */
const api = async (tenant: string, path: string, form?: Record<string, string>): Promise<Answer> => {
  const { address, registerKey } = await runtime.runPromise(Processor)
  const { restrictedKey, destination } = platformOf(tenant)
  await runtime.runPromise(registerKey(restrictedKey, false, destination))
  const response = await fetch(`${await runtime.runPromise(address)}/v1/${path}`, {
    headers: { authorization: `Bearer ${restrictedKey}` },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('the lever of payments', () => {
  it('makes a payment on the platform of demo-connect, in pesos', async () => {
    const { status, body } = await pull('pagos', { ...paid, monto: 100.5, reembolsado: 20.25, disputado: true })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        payment_intent_id: expect.stringMatching(/^pi_[0-9A-Za-z]{22}$/),
        estado: 'succeeded',
        moneda: 'MXN',
        liquidado_en: 'MXN',
        monto: 100.5,
        tenant: 'demo-connect',
        reembolsado: 20.25,
        disputado: true,
      },
    })
    const path = `payment_intents/${body['payment_intent_id']}?expand[]=latest_charge`
    expect((await api('demo-connect', path)).body).toMatchObject({
      amount_received: 100_50,
      currency: 'mxn',
      livemode: false,
      latest_charge: { amount_refunded: 20_25, disputed: true },
    })
    expect((await api('otra', path)).status).toBe(404)
  })

  it('makes one on the platform of the account that is named', async () => {
    const { body } = await pull('pagos', { ...paid, tenant: 'otra', payment_intent_id: null, reembolsado: null })
    expect(body).toMatchObject({ tenant: 'otra', reembolsado: 0, disputado: false })
    expect((await api('otra', `payment_intents/${body['payment_intent_id']}`)).status).toBe(200)
  })

  it('changes a payment, and leaves what is not said as it was', async () => {
    const { body: first } = await pull('pagos', { ...paid, tenant: 'otra', disputado: true, reembolsado: true })
    expect(first).toMatchObject({ reembolsado: 100 })
    const id = first['payment_intent_id']
    const { body: changed } = await pull('pagos', { ...paid, payment_intent_id: id, reembolsado: 30 })
    expect(changed).toEqual({ ...first, reembolsado: 30 })
    const { body: same } = await pull('pagos', { ...paid, payment_intent_id: id, reembolsado: null })
    expect(same).toEqual(changed)
    const { body: restored } = await pull('pagos', {
      ...paid,
      payment_intent_id: id,
      reembolsado: false,
      disputado: false,
    })
    expect(restored).toEqual({ ...first, reembolsado: 0, disputado: false })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ ...paid, estado: 'pagado' }, 'estado'],
    [{ ...paid, estado: undefined }, 'estado'],
    [{ ...paid, moneda: 'pesos' }, 'moneda son tres letras'],
    [{ ...paid, monto: -1 }, 'monto en pesos'],
    [{ ...paid, monto: 0.001 }, 'monto en pesos'],
    [{ ...paid, reembolsado: 'todo' }, 'reembolsado son los pesos devueltos, o true'],
    [{ ...paid, reembolsado: 100.01 }, 'reembolsado no puede ser más'],
    [{ ...paid, tenant: 'nadie' }, 'tenant no es una cuenta en modo connect'],
    [{ ...paid, tenant: 'demo-consumo' }, 'tenant no es una cuenta en modo connect'],
    [{ ...paid, payment_intent_id: 'pi_otro' }, 'No hay un pago'],
    [{ ...paid, payment_intent_id: '' }, 'payment_intent_id'],
    [{ ...paid, color: 'azul' }, 'Sobra un campo; los que hay son: payment_intent_id, estado, moneda,'],
  ])('refuses %j, and says what is wrong: %s', async (input, said) => {
    expect(await pull('pagos', input)).toEqual({
      status: 400,
      body: { codigo: 'peticion_invalida', mensaje: expect.stringContaining(said) },
    })
  })

  it('tells the latest 200, newest first, each with the account that has it', async () => {
    expect((await call('GET', 'pagos')).body).toEqual({ pagos: [] })
    const ids: Array<unknown> = []
    for (let index = 0; index < 201; index++) {
      const tenant = index % 2 === 0 ? 'otra' : 'demo-connect'
      ids.push((await pull('pagos', { ...paid, tenant, monto: index })).body['payment_intent_id'])
    }
    const pagos = (await call('GET', 'pagos')).body['pagos']
    expect(pagos).toMatchObject(
      ids
        .slice(1)
        .toReversed()
        .map((id) => ({ payment_intent_id: id })),
    )
    expect(Object(pagos)[0]).toEqual({
      payment_intent_id: ids[200],
      estado: 'succeeded',
      moneda: 'MXN',
      liquidado_en: 'MXN',
      monto: 200,
      tenant: 'otra',
      reembolsado: 0,
      disputado: false,
    })
  })

  it('refuses to move a payment to another account', async () => {
    const { body } = await pull('pagos', paid)
    const { status, body: refused } = await pull('pagos', {
      ...paid,
      payment_intent_id: body['payment_intent_id'],
      tenant: 'otra',
    })
    expect(status).toBe(400)
    expect(refused['mensaje']).toBe('Ese pago es de otra cuenta.')
  })
})

describe('the lever of transfers', () => {
  it('tells them oldest first, in pesos', async () => {
    expect((await call('GET', 'transferencias')).body).toEqual({ transferencias: [] })
    const { body } = await pull('pagos', paid)
    const id = body['payment_intent_id']
    const charge = (await api('demo-connect', `payment_intents/${id}`)).body['latest_charge']
    const made: Array<unknown> = []
    for (const verification of ['ver_1', 'ver_2']) {
      const form = {
        amount: '5050',
        currency: 'mxn',
        destination: platformOf('demo-connect').destination,
        source_transaction: String(charge),
        'metadata[verificacion_id]': verification,
      }
      const { body } = await api('demo-connect', 'transfers', {
        ...form,
        amount: verification === 'ver_1' ? '5050' : '1',
      })
      made.push(body['id'])
    }
    expect((await call('GET', 'transferencias')).body).toEqual({
      transferencias: [
        {
          transferencia_id: made[0],
          payment_intent_id: id,
          source_transaction: charge,
          monto: 50.5,
          moneda: 'MXN',
          verificacion_id: 'ver_1',
        },
        {
          transferencia_id: made[1],
          payment_intent_id: id,
          source_transaction: charge,
          monto: 0.01,
          moneda: 'MXN',
          verificacion_id: 'ver_2',
        },
      ],
    })
  })
})

describe('the lever of the processor’s faults', () => {
  it('puts a fault on the next calls of one kind', async () => {
    const fault = { llamada: 'listar_transferencias', falla: 'error_500', veces: 2 }
    expect(await pull('procesador/fallas', fault)).toEqual({ status: 200, body: fault })
    const statuses: Array<number> = []
    for (let times = 0; times < 3; times++) statuses.push((await api('demo-connect', 'transfers')).status)
    expect(statuses).toEqual([500, 500, 200])
  })

  it.each([
    [{ llamada: 'reembolsar', falla: 'error_500', veces: 1 }, 'llamada'],
    [{ llamada: 'consultar_pago', falla: 'lenta', veces: 1 }, 'falla'],
    [{ llamada: 'consultar_pago', falla: 'error_500', veces: 0 }, 'veces'],
    [{ llamada: 'consultar_pago', falla: 'error_500' }, 'veces'],
  ])('refuses %j, which is wrong in %s', async (input, member) => {
    const { status, body } = await pull('procesador/fallas', input)
    expect(status).toBe(400)
    expect(body['mensaje']).toContain(member)
  })
})
