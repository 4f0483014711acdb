import { afterAll, describe, expect, it } from 'vitest'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { untilCeiling } from '#test/support/ceiling.ts'
import { type Draft, validDraft } from '#test/support/draft.ts'
import { canCombine, type Fault } from '#test/support/faults.ts'
import { callTool, type Outcome, outcomeOf } from '#test/support/mcp.ts'
import { applicable, performTool } from '#test/support/toolDraft.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account({ limite_por_minuto: 100_000, saldo: 1_000_000 })

const outcomeWith = async (found: ReadonlyArray<Fault>): Promise<Outcome> =>
  outcomeOf(
    await performTool(
      sandbox,
      found.reduce<Draft>((draft, { change }) => change(draft), validDraft()),
      llave,
    ),
  )
const told = ({ codigo, document }: Outcome): unknown => codigo ?? document?.['estado']

/** Which tool is called is told by the body. */
const judged = applicable.map((fault) => (fault.step === 2.5 ? { ...fault, step: 6.5 } : fault))

const pairs = judged.flatMap((one, index) =>
  judged
    .slice(index + 1)
    .filter((other) => one.step !== other.step && canCombine(one, other))
    .map((other) => [one, other] as const),
)

describe('the order in which crear_verificacion judges a request', () => {
  it('is passed by a request in which nothing is wrong: en_proceso', async () => {
    expect(told(await outcomeWith([]))).toBe('en_proceso')
  })

  it.each(judged)('answers $codigo at step $step: $name', async (one) => {
    expect(told(await outcomeWith([one]))).toBe(one.codigo)
  })

  it('answers, of any two faults, the codigo of the earlier one', async () => {
    expect(pairs.length).toBeGreaterThan(1_500)
    const mistakes: Array<unknown> = []
    const rest = [...pairs]
    const judge = async (): Promise<void> => {
      for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
        const [one, other] = next
        const due = one.step < other.step ? one.codigo : other.codigo
        const got = told(await outcomeWith(next))
        if (got !== due) mistakes.push([one.name, other.name, got, due])
      }
    }
    await Promise.all(Array.from({ length: 8 }, judge))
    expect(mistakes).toEqual([])
  })

  it.each([[undefined], [5], [null], [{}], ['']])(
    'is met by a solicitud_id of %j too: peticion_invalida',
    async (id) => {
      const { codigo } = await callTool(sandbox, llave, 'crear_verificacion', { ...validBody(), solicitud_id: id })
      expect(codigo).toBe('peticion_invalida')
    },
  )

  it.each([' a', 'a ', '  a  ', ' '])(
    'is met by a solicitud_id that no header could repeat, its outer blanks being lost: peticion_invalida to %j',
    async (id) => {
      const { codigo } = await callTool(sandbox, llave, 'crear_verificacion', validBody({ solicitud_id: id }))
      expect(codigo).toBe('peticion_invalida')
    },
  )

  it('is passed by a solicitud_id with blanks within, or others than those of HTTP', async () => {
    for (const id of ['a b', '\u00a0a\u3000']) {
      const { document } = await callTool(sandbox, llave, 'crear_verificacion', validBody({ solicitud_id: id }))
      expect(document).toMatchObject({ solicitud_id: id })
      const repeated = await sandbox.call('POST', '/v1/verificaciones', {
        key: llave,
        body: validBody({ solicitud_id: id }),
        headers: { 'idempotency-key': id },
      })
      expect([repeated.status, repeated.body]).toEqual([200, document])
    }
  })

  it('creates nothing and charges nothing, whatever it refuses', async () => {
    const { llave: key } = await sandbox.account({ saldo: 100 })
    const refused = [{ color: 'azul' }, { documento: {} }, { consentimiento: null }, { propiedad_id: 'moroso' }]
    for (const changes of refused) {
      expect((await callTool(sandbox, key, 'crear_verificacion', validBody(changes))).codigo).not.toBeNull()
    }
    await sandbox.advance(600)
    expect((await callTool(sandbox, key, 'listar_verificaciones')).document).toEqual({ verificaciones: [] })
    expect(await sandbox.balance(key)).toBe(100)
  })

  it('says in words how long to wait after limite_excedido, and repeats nothing of the request', async () => {
    const { llave: key } = await sandbox.account({ limite_por_minuto: 1 })
    await callTool(sandbox, key, 'crear_verificacion', validBody())
    const { answer, codigo, texts } = await callTool(sandbox, key, 'crear_verificacion', validBody())
    expect([answer.status, codigo]).toEqual([200, 'limite_excedido'])
    // The third is the sandbox's reason.
    expect(texts).toHaveLength(3)
    expect(texts[1]).toMatch(
      /^Espere (1 segundo|[1-9]\d* segundos) antes de reintentar, con el mismo `solicitud_id`\.$/,
    )
  })

  it('says one second and many seconds rightly', async () => {
    const { llave: key } = await sandbox.account()
    await sandbox.call('POST', '/_simulador/fallos', { body: { codigo: 'limite_excedido', veces: 1 } })
    const { codigo, texts } = await callTool(sandbox, key, 'crear_verificacion', validBody())
    expect([codigo, texts[1]]).toEqual([
      'limite_excedido',
      'Espere 1 segundo antes de reintentar, con el mismo `solicitud_id`.',
    ])
  })

  it('has the ceiling of POST, and the same one: limite_excedido, replays included', async () => {
    const { llave: key, tenant } = await sandbox.account({ limite_por_minuto: 1 })
    const body = validBody()
    const create = () => callTool(sandbox, key, 'crear_verificacion', body)
    const { surplus, most } = await untilCeiling(600, async () => {
      const { codigo } = await create()
      return { passed: Number(codigo === null), refused: Number(codigo === 'limite_excedido') }
    })
    expect(surplus).toBeGreaterThanOrEqual(0)
    expect(surplus).toBeLessThanOrEqual(most)

    sandbox.exhaustCeiling(tenant)
    const { answer, codigo, texts } = await create()
    expect([answer.status, codigo]).toEqual([200, 'limite_excedido'])
    expect(texts[1]).toMatch(
      /^Espere (1 segundo|[1-9]\d* segundos) antes de reintentar, con el mismo `solicitud_id`\.$/,
    )
    const repeated = await sandbox.call('POST', '/v1/verificaciones', {
      key,
      body,
      headers: { 'idempotency-key': String(body['solicitud_id']) },
    })
    expect(repeated.status).toBe(429)
    expect(repeated.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect((await callTool(sandbox, key, 'consultar_consumo')).codigo).toBeNull()
  })

  it('leaves the tools that read without any limit of their number', async () => {
    const { llave: key } = await sandbox.account({ limite_por_minuto: 1 })
    const codes = new Set<unknown>()
    const reading = async (): Promise<void> => {
      for (let index = 0; index < 100; index++) codes.add((await callTool(sandbox, key, 'consultar_salud')).codigo)
    }
    await Promise.all(Array.from({ length: 7 }, reading))
    expect([...codes]).toEqual([null])
    expect((await callTool(sandbox, key, 'crear_verificacion', validBody())).codigo).toBeNull()
  })
})

describe('consultar_verificacion', () => {
  it.each([
    [{}, 'peticion_invalida'],
    [{ verificacion_id: 5 }, 'peticion_invalida'],
    [{ verificacion_id: null }, 'peticion_invalida'],
    [{ verificacion_id: 'ver_0', otro: 1 }, 'campo_desconocido'],
    [{ solicitud_id: 'sol-1' }, 'campo_desconocido'],
    [{ verificacion_id: '' }, 'verificacion_no_encontrada'],
    [{ verificacion_id: 'ver_0000000000000000000000' }, 'verificacion_no_encontrada'],
    [{ verificacion_id: 'x'.repeat(201) }, 'verificacion_no_encontrada'],
    [{ verificacion_id: 'ver_\u0000' }, 'verificacion_no_encontrada'],
    [{ verificacion_id: '\ud800' }, 'verificacion_no_encontrada'],
    [{ verificacion_id: sampleCurp('LIMP') }, 'verificacion_no_encontrada'],
  ])('answers to %j %s', async (args, codigo) => {
    expect((await callTool(sandbox, llave, 'consultar_verificacion', args)).codigo).toBe(codigo)
  })

  it('finds no verification of another account: verificacion_no_encontrada', async () => {
    const stranger = await sandbox.account()
    const { document } = await callTool(sandbox, stranger.llave, 'crear_verificacion', validBody())
    const args = { verificacion_id: document?.['verificacion_id'] }
    expect((await callTool(sandbox, stranger.llave, 'consultar_verificacion', args)).codigo).toBeNull()
    expect((await callTool(sandbox, llave, 'consultar_verificacion', args)).codigo).toBe('verificacion_no_encontrada')
    const all = await callTool(sandbox, llave, 'listar_verificaciones', { limite: 100 })
    expect(JSON.stringify(all.document)).not.toContain(String(args.verificacion_id))
  })
})

describe('listar_verificaciones', () => {
  it.each([
    [{ limite: 0 }, 'peticion_invalida'],
    [{ limite: 101 }, 'peticion_invalida'],
    [{ limite: 1.5 }, 'peticion_invalida'],
    [{ limite: '5' }, 'peticion_invalida'],
    [{ estado: 5 }, 'peticion_invalida'],
    [{ solicitud_id: 'x'.repeat(201) }, 'peticion_invalida'],
    [{ estado: '😀'.repeat(201) }, 'peticion_invalida'],
    [{ estado: 'otra' }, 'peticion_invalida'],
    [{ estado: 'EMITIDA' }, 'peticion_invalida'],
    [{ estado: ' ' }, 'peticion_invalida'],
    [{ limite: '' }, 'peticion_invalida'],
    [{ estado: 'otra', solicitud_id: '\ud800' }, 'peticion_invalida'],
    [{ pagina: 2 }, 'campo_desconocido'],
    [{ curp: sampleCurp('LIMP') }, 'campo_desconocido'],
  ])('answers to %j %s', async (args, codigo) => {
    expect((await callTool(sandbox, llave, 'listar_verificaciones', args)).codigo).toBe(codigo)
  })

  it('lists newest first, by the filters, which null and nothing leave open', async () => {
    const { llave: key } = await sandbox.account()
    const created: Array<unknown> = []
    for (let index = 0; index < 22; index++) created.unshift((await sandbox.create(key)).body['solicitud_id'])
    const listed = async (args: Record<string, unknown>): Promise<ReadonlyArray<unknown>> => {
      const { document } = await callTool(sandbox, key, 'listar_verificaciones', args)
      return Object(document).verificaciones.map(({ solicitud_id }: { solicitud_id: unknown }) => solicitud_id)
    }
    expect(await listed({})).toEqual(created.slice(0, 20))
    expect(await listed({ limite: null, estado: null, solicitud_id: null })).toEqual(created.slice(0, 20))
    expect(await listed({ limite: 100, estado: '', solicitud_id: '' })).toEqual(created)
    expect(await listed({ limite: 2, estado: 'en_proceso' })).toEqual(created.slice(0, 2))
    expect(await listed({ solicitud_id: created[7] })).toEqual([created[7]])
    for (const none of [{ estado: 'emitida' }, { solicitud_id: 'a\u0000' }, { solicitud_id: '\ud800' }]) {
      expect(await listed(none)).toEqual([])
    }
  })
})

describe('consultar_consumo and consultar_salud', () => {
  it.each(['consultar_consumo', 'consultar_salud'])('%s takes no arguments: campo_desconocido', async (name) => {
    expect((await callTool(sandbox, llave, name, { detalle: true })).codigo).toBe('campo_desconocido')
    expect((await callTool(sandbox, llave, name)).codigo).toBeNull()
  })
})
