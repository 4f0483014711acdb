import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { type Answer, type Sandbox, validBody } from '#tools/service/sandbox.ts'
import { expectEqual, modelled, seen, solicitud } from './Documents.ts'
import * as Model from './Model.ts'
import type { Reach } from './Reach.ts'
import {
  type AccountName,
  accountNames,
  type FaultName,
  faults as faultCodes,
  type PaymentName,
  pagos,
  paymentCount,
  type Step,
} from './Steps.ts'

/** Runs a sequence of steps against the service and the model, and throws at the first difference. */

interface Account extends Model.ModelAccount {
  readonly tenant: string
  readonly key: string
}

interface World {
  readonly sandbox: Sandbox
  readonly reach: Reach
  /** Ids of the payments of `conectada`. Every account's requests name them. */
  readonly paymentIds: ReadonlyArray<string>
  readonly accounts: Record<AccountName, Account>
  faults: Partial<Record<string, 'caida' | 'colgada' | 'lenta' | 'basura'>>
  now: number
}

const bodyOf = ({ paymentIds }: World, { request, body, payment }: Model.Asked) =>
  validBody({
    solicitud_id: solicitud(request),
    solicitante: { curp: sampleCurp(body) },
    ...(payment === null ? {} : { cobro: { modo: 'connect', payment_intent_id: paymentIds[payment] } }),
  })

const wrong: Record<FaultName, (body: Record<string, unknown>) => Record<string, unknown>> = {
  curp: (body) => ({ ...body, solicitante: { curp: 'LIMP' } }),
  campo: (body) => ({ ...body, sobra: 1 }),
  documento: (body) => ({ ...body, documento: { tipo: 'ine' } }),
  consentimiento: (body) => ({ ...body, consentimiento: null }),
  webhook: (body) => ({ ...body, webhook_url: 'https://localhost/avs' }),
  describe: (body) => ({ ...body, propiedad_id: 'solicitante-embarazada' }),
  califica: (body) => ({ ...body, propiedad_id: 'cliente-moroso' }),
  llave: (body) => body,
}

const post = (world: World, account: Account, body: Record<string, unknown>, withKey = true): Promise<Answer> =>
  world.sandbox.call('POST', '/v1/verificaciones', {
    key: account.key,
    body,
    headers: withKey ? { 'idempotency-key': String(body['solicitud_id']) } : {},
  })

/** Lets the model learn what ended in a span of time in which it may have. */
const learn = async (world: World): Promise<void> => {
  for (const account of Object.values(world.accounts)) {
    for (const one of account.verifications) {
      if (one.ended !== null) continue
      const { body } = await world.sandbox.call('GET', `/v1/verificaciones/${one.id}`, { key: account.key })
      const age = world.now - one.createdAt
      const [earliest, latest] = one.faults === null ? [0, 600] : Model.lifetime(one.body, one.faults)
      const { estado, accion, nivel, consultadas, disponibles } = seen(body)
      if (estado === 'en_proceso') {
        if (age >= latest) throw new Error(`${one.id} is en_proceso after ${age} s`)
        continue
      }
      if (age < earliest) throw new Error(`${one.id} ended after ${age} s`)
      if (estado !== 'emitida' && estado !== 'no_concluyente') throw new Error(`${one.id} is ${estado}`)
      const observed = { estado, accion, nivel, consultadas, disponibles }
      const expected = one.faults === null ? null : Model.outcomeOf(one.body, one.faults)
      if (expected !== null) expectEqual(`end of ${one.id}`, observed, expected)
      one.ended = {
        estado,
        accion: accion === null ? null : String(accion),
        nivel: nivel === null ? null : String(nivel),
        consultadas: Number(consultadas),
        disponibles: Number(disponibles),
      }
      world.reach.note(`end of ${one.body}`)
      world.reach.note(estado === 'emitida' ? `end emitida ${accion} ${nivel}` : 'end no_concluyente')
      if (estado === 'emitida') account.settled -= Model.price
    }
  }
}

const answerOf = (expected: Model.Expected): string => {
  if ('codigo' in expected) return `${expected.status} ${expected.codigo}`
  return expected.replayed === null ? '200' : 'replayed'
}

/** Compares an answer with what the model says, and takes down what was created. */
const check = (world: World, account: Account, asked: Model.Asked, answer: Answer, expected: Model.Expected): void => {
  if ('codigo' in expected) {
    expectEqual('create', { status: answer.status, codigo: answer.body['codigo'] }, expected)
    return
  }
  expectEqual('create', answer.status, 200)
  if (expected.replayed !== null) {
    expectEqual('replay', seen(answer.body), modelled(account, expected.replayed))
    return
  }
  const { request, body, payment } = asked
  const id = String(answer.body['verificacion_id'])
  const one = { id, request, body, payment, createdAt: world.now, faults: { ...world.faults }, ended: null }
  expectEqual('created', seen(answer.body), modelled(account, one))
  account.verifications.push(one)
}

const create = async (world: World, step: Step & { do: 'create' }): Promise<void> => {
  const account = world.accounts[step.account]
  const expected = Model.judge(account, step)
  check(world, account, step, await post(world, account, bodyOf(world, step)), expected)
  world.reach.note(`create ${step.account} ${answerOf(expected)}`)
  // Work that is due at once is done in the background, over Postgres some time later; a jump waits for it.
  if (expected.status === 200) await world.sandbox.advance(0)
}

/** Whichever of two requests comes first, the other is answered as if it had come later. */
const race = async (world: World, { requests, payment }: Step & { do: 'race' }): Promise<void> => {
  // Where a verification ends as soon as it begins, the payment may be free again for the second.
  if (world.faults['identidad'] === 'caida') return
  const account = world.accounts.conectada
  const asked = requests.map((request) => ({ request, body: 'LIMP', payment }) as const)
  const answers = await Promise.all(
    asked.map(async (one) => ({ one, answer: await post(world, account, bodyOf(world, one)) })),
  )
  // Of two that were new, the one that was created came first.
  const known = new Set(account.verifications.map(({ id }) => id))
  const isNew = ({ answer }: (typeof answers)[number]) =>
    answer.status === 200 && !known.has(String(answer.body['verificacion_id']))
  for (const { one, answer } of answers.toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)))) {
    const expected = Model.judge(account, one)
    check(world, account, one, answer, expected)
    world.reach.note(`race ${answerOf(expected)}`)
  }
  await world.sandbox.advance(0)
}

const pay = async (world: World, payment: number, pago: PaymentName): Promise<void> => {
  const account = world.accounts.conectada
  if (!Model.mayBecome(account, payment, pago)) return
  const body = { payment_intent_id: world.paymentIds[payment], ...pagos[pago] }
  expectEqual('pay', (await world.sandbox.call('POST', '/_simulador/pagos', { body })).status, 200)
  account.payments[payment] = pago
  world.reach.note(`pay ${pago}`)
}

const transfers = async ({ sandbox, accounts, paymentIds, reach }: World): Promise<void> => {
  const { transferencias } = (await sandbox.call('GET', '/_simulador/transferencias')).body
  const line = (parts: ReadonlyArray<unknown>): string => parts.join(' ')
  const made = (Array.isArray(transferencias) ? transferencias : [])
    .filter((one) => paymentIds.includes(one.payment_intent_id))
    .map((one) => line([one.verificacion_id, one.payment_intent_id, one.source_transaction, one.monto, one.moneda]))
  const due = Model.transfersOf(accounts.conectada).map(({ id, payment }) => {
    const paymentId = paymentIds[payment ?? -1] ?? 'none'
    // The simulated processor gives a payment and its charge the same letters.
    return line([id, paymentId, paymentId.replace('pi_', 'ch_'), Model.price, 'MXN'])
  })
  expectEqual('transfers', made.toSorted(), due.toSorted())
  reach.note(due.length === 0 ? 'transfers none' : 'transfers some')
}

const list = async (world: World, step: Step & { do: 'list' }): Promise<void> => {
  const account = world.accounts[step.account]
  const query = new URLSearchParams({ limite: String(step.limite) })
  if (step.estado !== '') query.set('estado', step.estado)
  if (step.request !== null) query.set('solicitud_id', solicitud(step.request))
  const { status, body } = await world.sandbox.call('GET', `/v1/verificaciones?${query}`, { key: account.key })
  const expected = account.verifications
    .filter((one) => step.estado === '' || (one.ended?.estado ?? 'en_proceso') === step.estado)
    .filter((one) => step.request === null || one.request === step.request)
    .reverse()
    .slice(0, step.limite)
    .map((one) => modelled(account, one))
  const listed = body['verificaciones']
  const due = step.estado === 'otro' ? [400, undefined] : [200, expected]
  expectEqual('list', [status, Array.isArray(listed) ? listed.map(seen) : listed], due)
  // One that finds nothing says little.
  if (step.estado === 'otro') world.reach.note('list refused')
  else if (expected.length > 0) world.reach.note(`list of ${step.estado === '' ? 'all' : step.estado}`)
}

const read = async (world: World, step: Step & { do: 'read' }): Promise<void> => {
  const owners = Object.entries(world.accounts)
  const all = owners.flatMap(([owner, { verifications }]) => verifications.map((one) => ({ owner, one })))
  const picked = all[step.nth % Math.max(1, all.length)]
  const id = picked?.one.id ?? 'ver_0000000000000000000000'
  const answer = await world.sandbox.call('GET', `/v1/verificaciones/${id}`, { key: world.accounts[step.account].key })
  world.reach.note(
    picked === undefined ? 'read of none' : `read of ${picked.owner === step.account ? 'its own' : 'another'}`,
  )
  if (picked === undefined || picked.owner !== step.account) {
    return expectEqual('read', [answer.status, answer.body['codigo']], [404, 'verificacion_no_encontrada'])
  }
  expectEqual('read', [answer.status, seen(answer.body)], [200, modelled(world.accounts[step.account], picked.one)])
}

const take = async (world: World, step: Step): Promise<void> => {
  switch (step.do) {
    case 'create':
      return create(world, step)
    case 'race':
      return race(world, step)
    case 'pay':
      return pay(world, step.payment, step.pago)
    case 'transferencias':
      return transfers(world)
    case 'list':
      return list(world, step)
    case 'read':
      return read(world, step)
    case 'refuse': {
      const body = wrong[step.fault](bodyOf(world, { request: step.request, body: 'LIMP', payment: null }))
      const answer = await post(world, world.accounts[step.account], body, step.fault !== 'llave')
      world.reach.note(`refuse ${step.fault}`)
      return expectEqual(`refuse ${step.fault}`, answer.body['codigo'], faultCodes[step.fault])
    }
    case 'consumo': {
      const { key, mode, settled } = world.accounts[step.account]
      world.reach.note(`consumo ${mode}`)
      const { body } = await world.sandbox.call('GET', '/v1/cuenta/consumo', { key })
      return expectEqual('consumo', [body['modo'], body['saldo']], [mode, mode === 'consumo' ? settled : null])
    }
    case 'jump':
      await world.sandbox.advance(step.seconds)
      world.reach.note(`jump ${step.seconds}`)
      world.now += step.seconds
      return
    case 'break': {
      const { fuente, falla } = step
      world.reach.note(`break ${fuente} ${falla}`)
      await world.sandbox.call('POST', '/_simulador/fuentes', { body: { fuente, falla } })
      world.faults = { ...world.faults, [fuente]: falla ?? undefined }
      for (const { verifications } of Object.values(world.accounts)) {
        for (const one of verifications) if (one.ended === null) one.faults = null
      }
    }
  }
}

/** What every sequence ends with: time for whatever is under way, and a look at every account. */
const ending: ReadonlyArray<Step> = [
  { do: 'jump', seconds: 700 },
  { do: 'transferencias' },
  ...accountNames.flatMap(
    (account): ReadonlyArray<Step> => [
      { do: 'consumo', account },
      { do: 'list', account, estado: '', limite: 5, request: null },
    ],
  ),
]

/** Opens fresh accounts in the sandbox, mends its sources, takes every step, and notes what it reached. */
export const runSteps = async (sandbox: Sandbox, steps: ReadonlyArray<Step>, reach: Reach): Promise<void> => {
  for (const fuente of ['identidad', 'listas', 'judicial']) {
    await sandbox.call('POST', '/_simulador/fuentes', { body: { fuente, falla: null } })
  }
  const open = async (name: AccountName): Promise<Account> => {
    const { tenant, llave } = await sandbox.account({ saldo: null, ...Model.openings[name] })
    return { ...Model.opened(name), tenant, key: llave }
  }
  const [holgada, justa, cuota, lenta, conectada] = await Promise.all(accountNames.map(open))
  if (!holgada || !justa || !cuota || !lenta || !conectada) throw new Error('accounts are missing')
  const paid = { ...pagos.bueno, tenant: conectada.tenant }
  const answers = await Promise.all(
    Array.from({ length: paymentCount }, () => sandbox.call('POST', '/_simulador/pagos', { body: paid })),
  )
  const paymentIds = answers.map(({ body }) => String(body['payment_intent_id']))
  const accounts = { holgada, justa, cuota, lenta, conectada }
  const world: World = { sandbox, reach, paymentIds, accounts, faults: {}, now: 0 }
  for (const step of [...steps, ...ending]) {
    await take(world, step)
    await learn(world)
  }
}
