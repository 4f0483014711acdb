import { readdir, readFile } from 'node:fs/promises'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, Cotejo, CotejoAnswerError, CotejoConnectionError, CotejoError } from '#client/Client.ts'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { apiKey, failureOf, peticionOf, scriptedClient } from '#test/support/client.ts'
import { verificationOf, verificationsOf } from '#test/support/documents.ts'
import { answer } from '#test/support/scriptedService.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'
import { type Codigo, catalog } from '#wire/Errores.ts'

const refusal = (codigo: Codigo) => ({ codigo, mensaje: catalog[codigo].mensaje })
const verification = { verificacion_id: 'ver_1', estado: 'en_proceso', consentimiento: {}, cobro: {} }

describe('against the sandbox', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.stop())

  const clientOf = (account: string, clock?: Clock) =>
    new Cotejo({ baseUrl: sandbox.base, apiKey: credentialsOf(account).apiKey, maxRetries: 0 }, clock)
  const { apiKey: llave } = credentialsOf('demo-consumo')

  it('create answers en_proceso, and the same verification when it is repeated', async () => {
    const cotejo = clientOf('demo-consumo')
    const created = await cotejo.create(peticionOf('sol-crear'))
    expect(created).toEqual(verificationOf(await sandbox.read(llave, created.verificacion_id)))
    expect(created).toMatchObject({ solicitud_id: 'sol-crear', estado: 'en_proceso' })
    expect(await cotejo.create(peticionOf('sol-crear'))).toEqual(created)
  })

  it('create sends a solicitud_id beyond ASCII as the bytes that the service compares', async () => {
    const id = 'sol-ñ-😀-0001'
    expect(await clientOf('demo-consumo').create(peticionOf(id))).toMatchObject({ solicitud_id: id })
  })

  it('retrieve answers the verification, whatever its id looks like', async () => {
    const cotejo = clientOf('demo-consumo')
    const created = await cotejo.create(peticionOf('sol-consultar'))
    expect(await cotejo.retrieve(created.verificacion_id)).toEqual(created)
    for (const id of ['ver_0', 'a/b?c#d', '../x', 'ñ']) {
      const failure = { codigo: 'verificacion_no_encontrada', status: 404, retryable: false }
      expect(await failureOf(cotejo.retrieve(id))).toMatchObject(failure)
    }
  })

  it('list answers what the filter tells', async () => {
    const cotejo = clientOf('demo-consumo')
    await cotejo.create(peticionOf('sol-listar-1'))
    await cotejo.create(peticionOf('sol & listar=2'))
    const all = verificationsOf(await sandbox.call('GET', '/v1/verificaciones', { key: llave }))
    expect((await cotejo.list()).verificaciones).toEqual(all)
    expect((await cotejo.list({ limite: 1 })).verificaciones).toEqual(all.slice(0, 1))
    expect((await cotejo.list({ solicitud_id: 'sol & listar=2', estado: 'en_proceso' })).verificaciones).toEqual(
      all.slice(0, 1),
    )
    expect((await cotejo.list({ estado: 'no_concluyente' })).verificaciones).toEqual([])
    expect(await failureOf(cotejo.list({ limite: 101 }))).toMatchObject({ codigo: 'peticion_invalida', status: 400 })
  })

  it('consumption answers the account, health needs no key', async () => {
    expect(await clientOf('demo-sin-saldo').consumption()).toMatchObject({ tenant: 'demo-sin-saldo', saldo: 50 })
    const stranger = new Cotejo({ baseUrl: `${sandbox.base}/`, apiKey })
    expect(await stranger.health()).toMatchObject({ estado: 'arriba', base: 'alcanzable' })
    expect(await failureOf(stranger.consumption())).toMatchObject({ codigo: 'llave_invalida', status: 401 })
  })

  it('rejects with the code of the service, its text and its status: 402 consumo_agotado', async () => {
    const failure = await failureOf(clientOf('demo-sin-saldo').create(peticionOf()))
    expect(failure).toBeInstanceOf(CotejoError)
    const { mensaje } = catalog.consumo_agotado
    expect(failure).toMatchObject({ name: 'CotejoError', codigo: 'consumo_agotado', mensaje, status: 402 })
    expect(failure).toMatchObject({ message: '402 consumo_agotado', retryAfterSeconds: null })
    expect(failure).toHaveProperty('requestId', expect.stringMatching(/^req_[0-9a-f]{32}$/))
  })

  it.each([
    ['LIMP', 'emitida', 'cargada'],
    ['FALL', 'no_concluyente', 'no_aplicada'],
  ])('waitFor answers the document of %s at its end: %s', async (prefix, estado, estatus) => {
    // Whatever is waited passes in simulated time.
    let seconds = 0
    const clock: Clock = {
      now: () => seconds * 1_000,
      sleep: async (ms) => {
        seconds += ms / 1_000
        await sandbox.advance(ms / 1_000)
      },
    }
    const cotejo = clientOf('demo-consumo', clock)
    const curp = `${prefix}900101HDFRRS03`
    const created = await cotejo.create({ ...peticionOf(`sol-esperar-${prefix}`), solicitante: { curp } })
    const ended = await cotejo.waitFor(created)
    expect(ended).toMatchObject({ verificacion_id: created.verificacion_id, estado, cobro: { estatus } })
    expect(ended).toEqual(verificationOf(await sandbox.read(llave, created.verificacion_id)))
    expect(seconds).toBeLessThan(11 * 60)
  })
})

describe('what the client sends', () => {
  it('is the declared request with key, Idempotency-Key and Content-Type', async () => {
    const { cotejo, service } = await scriptedClient([answer(200, verification)])
    await cotejo.create(peticionOf('sol-0001'))
    expect(service.seen).toMatchObject([{ method: 'POST', path: '/v1/verificaciones' }])
    expect(service.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': 'sol-0001',
      'content-type': 'application/json',
    })
    expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual(peticionOf('sol-0001'))
  })

  it('goes below the path of the base', async () => {
    const { service } = await scriptedClient([answer(200, { verificaciones: [] })])
    await new Cotejo({ baseUrl: `${service.base}/cotejo/`, apiKey }).list()
    expect(service.seen.map(({ path }) => path)).toEqual(['/cotejo/v1/verificaciones'])
  })

  it('has no filter that is not set', async () => {
    const { cotejo, service } = await scriptedClient([answer(200, { verificaciones: [] })])
    await cotejo.list()
    await cotejo.list(JSON.parse('{ "estado": null, "limite": 7 }'))
    expect(service.seen.map(({ path }) => path)).toEqual(['/v1/verificaciones', '/v1/verificaciones?limite=7'])
  })

  it('has no key where none is needed', async () => {
    const { cotejo, service } = await scriptedClient([answer(200, { estado: 'arriba', base: 'alcanzable' })])
    await cotejo.health()
    expect(service.seen[0]?.headers).not.toHaveProperty('authorization')
  })

  it('can be handed to another fetch', async () => {
    const urls: Array<string> = []
    const cotejo = new Cotejo({
      baseUrl: 'https://api.example.com',
      apiKey,
      fetch: async (url) => {
        urls.push(url)
        return Response.json({ verificaciones: [] })
      },
    })
    expect(await cotejo.list({ estado: 'emitida' })).toEqual({ verificaciones: [] })
    expect(urls).toEqual(['https://api.example.com/v1/verificaciones?estado=emitida'])
  })
})

describe('an answer', () => {
  it('may have members that the client does not know', async () => {
    const extended = { ...verification, nuevo: { campo: [1] } }
    const { cotejo } = await scriptedClient([answer(200, extended)])
    expect(await cotejo.create(peticionOf())).toEqual(extended)
  })

  it('may have a code that the client does not know', async () => {
    const { cotejo } = await scriptedClient([answer(418, { codigo: 'codigo_nuevo', mensaje: 'Nuevo.', campo: 1 })])
    expect(await failureOf(cotejo.list())).toMatchObject({ codigo: 'codigo_nuevo', status: 418, retryable: false })
  })

  it.each([
    ['req_0123456789abcdef0123456789abcdef', 'req_0123456789abcdef0123456789abcdef'],
    ['LIMP900101HDFRRS03', null],
    [`req_${'a'.repeat(65)}`, null],
  ])('is called %j by the service, and %j by the client', async (said, requestId) => {
    const headers = { 'service-request-id': said }
    const { cotejo } = await scriptedClient([answer(402, refusal('consumo_agotado'), headers)])
    expect(await failureOf(cotejo.list())).toMatchObject({ codigo: 'consumo_agotado', requestId })
  })

  it.each([
    [200, '<html>Sign in</html>'],
    [200, ''],
    [200, 'null'],
    [200, '[]'],
    [200, '{"verificaciones": []}'],
    [200, { verificacion_id: 'ver_1', estado: 'en_proceso' }],
    [200, refusal('llave_invalida')],
    [201, verification],
    [404, '<html>404</html>'],
    [400, { error: 'bad_request' }],
    [401, { codigo: 7, mensaje: null }],
    [400, { codigo: 'LIMP900101HDFRRS03', mensaje: 'Echo.' }],
    [400, { codigo: 'a'.repeat(65), mensaje: 'Echo.' }],
  ])('that is not of the interface is a CotejoAnswerError, not repeated: %i %j', async (status, body) => {
    const { cotejo, service } = await scriptedClient([answer(status, body)])
    const failure = await failureOf(cotejo.retrieve('ver_1'))
    expect(failure).toBeInstanceOf(CotejoAnswerError)
    expect(failure).toMatchObject({ name: 'CotejoAnswerError', codigo: null, status, retryable: false })
    expect(service.seen).toHaveLength(1)
  })

  it.each([
    ['list', { verificaciones: [verification, { estado: 'emitida' }] }],
    ['list', { verificaciones: {} }],
    ['consumption', { modo: 'consumo', moneda: 'MXN', tenant: 'a', monto_por_verificacion: '100' }],
    ['health', { estado: 'arriba' }],
  ] as const)('of %s is looked at: %j', async (method, body) => {
    const { cotejo } = await scriptedClient([answer(200, body)])
    expect(await failureOf(cotejo[method]())).toBeInstanceOf(CotejoAnswerError)
  })

  it.each([301, 302, 303, 307, 308])('that leads elsewhere (%i) takes neither key nor body there', async (status) => {
    const { service: elsewhere } = await scriptedClient([answer(200, verification)])
    const { cotejo, service } = await scriptedClient([answer(status, '', { location: elsewhere.base })])
    const failure = await failureOf(cotejo.create(peticionOf()))
    expect(failure).toBeInstanceOf(CotejoAnswerError)
    expect(failure).toMatchObject({ status, retryable: false })
    expect([service.seen.length, elsewhere.seen.length]).toEqual([1, 0])
  })
})

describe('what a stranger must not see', () => {
  const told = (thing: unknown): string =>
    `${inspect(thing, { depth: null, showHidden: true })} ${JSON.stringify(thing)}`
  const secrets = [apiKey, 'LIMP900101', 'sol-secreta', 'ev-0001']

  it('is not in the client', () => {
    expect(told(new Cotejo({ baseUrl: 'https://api.example.com', apiKey }))).not.toContain(apiKey)
  })

  it.each([
    ['a refusal', answer(400, refusal('curp_invalida'))],
    [
      'an answer that repeats the request',
      (response, { body, headers }) => {
        response.writeHead(500, { 'x-key': headers.authorization ?? '' }).end(`{"echo":${body}`)
      },
    ],
    [
      'an echo that looks like a refusal',
      (response, { body, headers }) => {
        const mensaje = `${headers.authorization} ${body}`
        response.writeHead(400).end(JSON.stringify({ codigo: 'peticion_invalida', mensaje }))
      },
    ],
    ['a lost connection', (response) => void response.socket?.destroy()],
    ['silence', () => {}],
  ] satisfies ReadonlyArray<[string, Parameters<typeof scriptedClient>[0][number]]>)(
    'is not in the error of %s',
    async (_, step) => {
      const { cotejo } = await scriptedClient([step], { timeoutMs: 100, maxRetries: 0 })
      const failure = await failureOf(cotejo.create(peticionOf('sol-secreta')))
      expect(failure).toBeInstanceOf(CotejoError)
      for (const secret of secrets) expect(told(failure)).not.toContain(secret)
    },
  )

  it('is not in the error of a fetch that tells all it knows', async () => {
    const fetch = async (url: string, init: unknown) => {
      throw new TypeError(`failed: ${url} ${JSON.stringify(init)}`, { cause: { code: 7, init } })
    }
    const cotejo = new Cotejo({ baseUrl: 'https://api.example.com', apiKey, fetch, maxRetries: 0 })
    const failure = await failureOf(cotejo.create(peticionOf('sol-secreta')))
    expect(failure).toBeInstanceOf(CotejoConnectionError)
    for (const secret of secrets) expect(told(failure)).not.toContain(secret)
  })
})

describe('a call that is written wrongly', () => {
  it.each(['', '.', '..', 'ver_\ud800'])('has a verificacion_id that leads to no verification: %j', async (id) => {
    const { cotejo, service, slept } = await scriptedClient([answer(200, verification)])
    for (const method of ['retrieve', 'waitFor'] as const) {
      expect(await failureOf(cotejo[method](id))).toEqual(new TypeError('Cotejo: verificacion_id is not one'))
    }
    expect([service.seen, slept]).toEqual([[], []])
  })

  it('has a solicitud_id that no header can hold', async () => {
    const { cotejo, service } = await scriptedClient([answer(200, verification)])
    for (const id of ['sol\r\nx: 1', 'sol\0', 'sol\x7f', 'sol\ud800']) {
      await expect(cotejo.create(peticionOf(id))).rejects.toThrow(/^Cotejo: solicitud_id(?!.*sol\W)/)
    }
    expect(service.seen).toEqual([])
  })
})

describe('@cotejo/client', () => {
  it('needs nothing that another runtime may lack', async () => {
    const sources = (await readdir('src/client')).filter((name) => name.endsWith('.ts'))
    const texts = await Promise.all(sources.map((name) => readFile(`src/client/${name}`, 'utf8')))
    const imported = texts.flatMap((text) => [
      ...text.matchAll(/ from '(.*)'$|\b(import\(|require\(|process\.|Buffer\b)/gm),
    ])
    expect(imported.length).toBeGreaterThan(5)
    expect(imported.map(([, name]) => name).filter((name) => !name?.startsWith('./'))).toEqual([
      '#domain/network/Loopback.ts',
      '#domain/helpers/ErrorCode.ts',
      '#wire/SignatureHeader.ts',
    ])
    for (const path of ['src/domain/network/Loopback.ts', 'src/domain/helpers/ErrorCode.ts']) {
      expect(await readFile(path, 'utf8')).not.toMatch(/^import /m)
    }
  })
})
