import { sampleCurp } from '#simulator/SampleCurp.ts'
import { type Answer, type Sandbox, validBody } from '#test/support/sandbox.ts'
import * as Model from './Model.ts'
import { type AccountName, accountNames, type FaultName, faults as faultCodes, type Step } from './Steps.ts'

/** Runs a sequence of steps against the service and the model, and throws at the first difference. */

interface Account extends Model.ModelAccount {
  readonly key: string
}

interface World {
  readonly sandbox: Sandbox
  readonly accounts: Record<AccountName, Account>
  faults: Partial<Record<string, 'caida' | 'colgada' | 'lenta' | 'basura'>>
  now: number
}

const expectEqual = (what: string, actual: unknown, expected: unknown): void => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)}, the model says ${JSON.stringify(expected)}`)
  }
}

const field = (body: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    body,
  )

/** The parts of a verification's document that the model knows. */
const seen = (document: unknown) => ({
  id: field(document, 'verificacion_id'),
  solicitud: field(document, 'solicitud_id'),
  estado: field(document, 'estado'),
  cobro: field(document, 'cobro'),
  accion: field(document, 'recomendacion', 'accion') ?? null,
  nivel: field(document, 'recomendacion', 'sustento_documental', 'nivel') ?? null,
  consultadas: field(document, 'cobertura_fuentes', 'consultadas') ?? null,
  disponibles: field(document, 'cobertura_fuentes', 'disponibles') ?? null,
})

const cobroOf = (ended: Model.Outcome | null) => {
  const nothing = { modo: 'consumo', monto: null, moneda: null }
  if (ended === null) return { estatus: null, ...nothing, motivo_no_aplicada: null }
  if (ended.estado === 'no_concluyente') {
    return { estatus: 'no_aplicada', ...nothing, motivo_no_aplicada: 'recomendacion_no_emitida' }
  }
  return { estatus: 'cargada', modo: 'consumo', monto: Model.price, moneda: 'MXN', motivo_no_aplicada: null }
}

const solicitud = (request: number): string => `sol-${request}`

const modelled = ({ id, request, ended }: Model.Modelled) => ({
  id,
  solicitud: solicitud(request),
  estado: ended?.estado ?? 'en_proceso',
  cobro: cobroOf(ended),
  accion: ended?.accion ?? null,
  nivel: ended?.nivel ?? null,
  consultadas: ended?.consultadas ?? null,
  disponibles: ended?.disponibles ?? null,
})

const request = (body: string, number: number) =>
  validBody({ solicitud_id: solicitud(number), solicitante: { curp: sampleCurp(body) } })

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
      if (estado === 'emitida') account.settled -= Model.price
    }
  }
}

const create = async (
  world: World,
  { account: name, request: number, body }: Step & { do: 'create' },
): Promise<void> => {
  const account = world.accounts[name]
  const expected = Model.judge(account, number, body)
  const answer = await post(world, account, request(body, number))
  if ('codigo' in expected) {
    return expectEqual('create', { status: answer.status, codigo: answer.body['codigo'] }, expected)
  }
  expectEqual('create', answer.status, 200)
  if (expected.replayed !== null) return expectEqual('replay', seen(answer.body), modelled(expected.replayed))
  const one = {
    id: String(answer.body['verificacion_id']),
    request: number,
    body,
    createdAt: world.now,
    faults: { ...world.faults },
    ended: null,
  }
  expectEqual('created', seen(answer.body), modelled(one))
  account.verifications.push(one)
  // Work that is due at once is done in the background, over Postgres some time later; a jump waits for it.
  await world.sandbox.advance(0)
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
    .map(modelled)
  const listed = body['verificaciones']
  expectEqual('list', [status, Array.isArray(listed) ? listed.map(seen) : listed], [200, expected])
}

const read = async (world: World, step: Step & { do: 'read' }): Promise<void> => {
  const owners = Object.entries(world.accounts)
  const all = owners.flatMap(([owner, { verifications }]) => verifications.map((one) => ({ owner, one })))
  const picked = all[step.nth % Math.max(1, all.length)]
  const id = picked?.one.id ?? 'ver_0000000000000000000000'
  const answer = await world.sandbox.call('GET', `/v1/verificaciones/${id}`, { key: world.accounts[step.account].key })
  if (picked === undefined || picked.owner !== step.account) {
    return expectEqual('read', [answer.status, answer.body['codigo']], [404, 'verificacion_no_encontrada'])
  }
  expectEqual('read', [answer.status, seen(answer.body)], [200, modelled(picked.one)])
}

const take = async (world: World, step: Step): Promise<void> => {
  switch (step.do) {
    case 'create':
      return create(world, step)
    case 'list':
      return list(world, step)
    case 'read':
      return read(world, step)
    case 'refuse': {
      const body = wrong[step.fault](request('LIMP', step.request))
      const answer = await post(world, world.accounts[step.account], body, step.fault !== 'llave')
      return expectEqual(`refuse ${step.fault}`, answer.body['codigo'], faultCodes[step.fault])
    }
    case 'consumo': {
      const { key, mode, settled } = world.accounts[step.account]
      const { body } = await world.sandbox.call('GET', '/v1/cuenta/consumo', { key })
      return expectEqual('consumo', [body['modo'], body['saldo']], [mode, mode === 'consumo' ? settled : null])
    }
    case 'jump':
      await world.sandbox.advance(step.seconds)
      world.now += step.seconds
      return
    case 'break': {
      const { fuente, falla } = step
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
  ...accountNames.flatMap(
    (account): ReadonlyArray<Step> => [
      { do: 'consumo', account },
      { do: 'list', account, estado: '', limite: 5, request: null },
    ],
  ),
]

/** Opens fresh accounts in the sandbox, mends its sources, and takes every step. */
export const runSteps = async (sandbox: Sandbox, steps: ReadonlyArray<Step>): Promise<void> => {
  for (const fuente of ['identidad', 'listas', 'judicial']) {
    await sandbox.call('POST', '/_simulador/fuentes', { body: { fuente, falla: null } })
  }
  const open = async (name: AccountName): Promise<Account> => ({
    ...Model.opened(name),
    key: (await sandbox.account({ saldo: null, ...Model.openings[name] })).llave,
  })
  const [holgada, justa, cuota, lenta, conectada] = await Promise.all(accountNames.map(open))
  if (!holgada || !justa || !cuota || !lenta || !conectada) throw new Error('accounts are missing')
  const world: World = { sandbox, accounts: { holgada, justa, cuota, lenta, conectada }, faults: {}, now: 0 }
  for (const step of [...steps, ...ending]) {
    await take(world, step)
    await learn(world)
  }
}
