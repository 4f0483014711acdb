import { afterAll, describe, expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { canaries, tracesIn } from '#test/support/canaries.ts'
import { perform, put, validDraft } from '#test/support/draft.ts'
import { type Fault, faults } from '#test/support/faults.ts'
import { ask, callTool, revisions } from '#test/support/mcp.ts'
import { type Answer, startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account({ limite_por_minuto: 100_000, saldo: 1_000_000 })
const [canary] = canaries

/** The request behind an answer, whole. */
const whole = async ({ headers }: Answer): Promise<Record<string, unknown>> => {
  const { text, body } = await sandbox.call('GET', `/_simulador/solicitudes/${headers.get('service-request-id')}`)
  expect(tracesIn(text)).toEqual([])
  return body
}

/** What a shell makes of such a command: addresses, headers and body. */
const pasted = async (curl: string): Promise<Answer> => {
  const words = [...curl.replaceAll('\\\n', ' ').matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
    ([, quoted, plain]) => plain ?? quoted?.replaceAll("'\\''", "'") ?? '',
  )
  const after = (flag: string) => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []))
  const headers = after('-H').map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ')
    return [name, value.join(': ')]
  })
  const path = words.find((word) => word.startsWith('http'))?.slice(sandbox.base.length) ?? ''
  return sandbox.send({ method: 'POST', path, headers, body: after('-d')[0] })
}

/** Another body does not help against a limit, a conflict or what money lacks. */
const isMended = ({ step }: Fault): boolean => step < 16 && step !== 2.5

describe('a request whole', () => {
  it.each(faults.filter(isMended))('is corrected at step $step: $name', async (fault) => {
    const draft = fault.change(put('solicitante', canary)(validDraft()))
    const { curl_corregido } = await whole(await perform(sandbox, draft, llave))
    const answer = await pasted(String(curl_corregido))
    expect([answer.status, answer.body['estado']], String(curl_corregido)).toEqual([200, 'en_proceso'])
  })

  it('is corrected with the key of the account that asked, or of the first where nobody knows who did', async () => {
    // The accounts of the start stand before it, and others come after it.
    const { llave: asking } = await sandbox.account()
    await sandbox.account()
    const corrected = async (key: string) =>
      pasted(String((await whole(await sandbox.create(key, { solicitante: {} })))['curl_corregido']))
    const { body } = await corrected(asking)
    expect((await sandbox.read(asking, body['verificacion_id'])).body).toMatchObject({ estado: 'en_proceso' })
    expect((await sandbox.read(llave, body['verificacion_id'])).status).toBe(404)
    const { apiKey: first } = credentialsOf('demo-consumo')
    const { body: unknown } = await corrected('avs_test_x')
    expect((await sandbox.read(first, unknown['verificacion_id'])).status).toBe(200)
  })

  it.each(faults.filter((fault) => !isMended(fault)))('is not corrected at step $step: $name', async (fault) => {
    const draft = fault.change(put('solicitante', canary)(validDraft()))
    expect(await whole(await perform(sandbox, draft, llave))).toMatchObject({ curl_corregido: null })
  })

  it('keeps of a corrected one what may be shown and was right', async () => {
    const body = validBody({
      solicitante: { ...canary, nombre: '' },
      propiedad_id: "p-7'; exit 1; '",
      consentimiento: { otorgado: true, otorgado_en: '2026-01-02T03:04:05Z', version_aviso: 'v7', evidencia_id: 'e-7' },
    })
    const { curl_corregido } = await whole(await sandbox.create(llave, body))
    const answer = await pasted(String(curl_corregido))
    expect(answer.body).toMatchObject({ solicitud_id: body['solicitud_id'], estado: 'en_proceso' })
    expect(curl_corregido).toContain(String.raw`p-7'\''; exit 1; '\''`)
    expect(curl_corregido).toContain('2026-01-02T03:04:05Z')
  })

  /** Sends what a request says of itself to be sent again. */
  const repeated = async (answer: Answer): Promise<Answer> => {
    const { metodo, ruta, cuerpo } = Object((await whole(answer))['repeticion'])
    const headers: Record<string, string> = cuerpo === null ? {} : { 'idempotency-key': cuerpo.solicitud_id }
    return sandbox.call(metodo, ruta, { key: llave, headers, ...(cuerpo === null ? {} : { body: cuerpo }) })
  }

  it('is sent again as another one, of the same scenario, when it was accepted', async () => {
    const first = await sandbox.create(llave, { solicitante: { curp: sampleCurp('LERT') } })
    const again = await repeated(first)
    expect(again.status).toBe(200)
    expect(again.body['verificacion_id']).not.toBe(first.body['verificacion_id'])
    await sandbox.advance(600)
    const ends = await Promise.all([first, again].map(({ body }) => sandbox.read(llave, body['verificacion_id'])))
    expect(ends.map(({ body }) => Object(body['recomendacion']).accion)).toEqual([
      'no_continuar_todavia',
      'no_continuar_todavia',
    ])
  })

  it('keeps its solicitud_id where nothing came of it, also when its body could not be read', async () => {
    const headers = { 'idempotency-key': 'sol-ilegible' }
    const unread = await sandbox.call('POST', '/v1/verificaciones', { key: llave, headers, body: '{"solicitud_id"' })
    expect(Object((await whole(unread))['repeticion']).cuerpo).toMatchObject({ solicitud_id: 'sol-ilegible' })
    const stranger = await sandbox.create('avs_test_x', { solicitud_id: 'sol-sin-llave' })
    expect(Object((await whole(stranger))['repeticion']).cuerpo).toMatchObject({ solicitud_id: 'sol-sin-llave' })
  })

  it('gets another solicitud_id where its own was accepted since, and after curp_invalida: 200', async () => {
    const refused = await sandbox.create(llave, { solicitud_id: 'sol-corregida', otra: 1 })
    const corrected = await sandbox.create(llave, { solicitud_id: 'sol-corregida', propiedad_id: 'p-9' })
    expect([corrected.status, (await repeated(refused)).status]).toEqual([200, 200])
    const malformed = await sandbox.create(llave, { solicitud_id: 'sol-curp', solicitante: { curp: 'LIMP' } })
    expect(Object((await whole(malformed))['repeticion']).cuerpo.solicitud_id).not.toBe('sol-curp')
  })

  it('is sent again as it is when it only read, and not at all when no other helps', async () => {
    const { body } = await sandbox.create(llave)
    const read = await sandbox.read(llave, body['verificacion_id'])
    expect((await repeated(read)).body).toMatchObject({ verificacion_id: body['verificacion_id'] })
    const consumption = await sandbox.call('GET', '/v1/cuenta/consumo', { key: llave })
    expect((await repeated(consumption)).status).toBe(200)
    expect((await repeated(await sandbox.call('GET', '/_salud'))).body).toMatchObject({ estado: 'arriba' })
    const unknown = await sandbox.read(llave, 'ver_0000000000000000000000')
    expect(await whole(unknown)).toMatchObject({ estatus: 404, repeticion: null })
  })

  it('shows headers and body without the key, the applicant, or what is not declared', async () => {
    const answer = await sandbox.create(
      llave,
      { solicitante: { ...canary, [canary?.nombre ?? '']: 1 }, otra: canary?.curp, propiedad_id: canary?.curp },
      { 'x-aplicante': canary?.nombre ?? '' },
    )
    expect(await whole(answer)).toMatchObject({
      codigo: 'campo_desconocido',
      encabezados: {
        authorization: 'Bearer avs_test_•••',
        'content-type': 'application/json',
        'idempotency-key': expect.stringMatching(/^sol-/),
        'x-aplicante': '•••',
      },
      cuerpo: {
        solicitud_id: expect.stringMatching(/^sol-/),
        solicitante: {
          curp: '••• (18)',
          nombre: `••• (${canary?.nombre.length})`,
          apellido_paterno: expect.stringMatching(/^••• \(\d+\)$/),
          apellido_materno: expect.stringMatching(/^••• \(\d+\)$/),
          '••• 5': '•••',
        },
        consentimiento: { otorgado: true, version_aviso: '••• (7)', evidencia_id: '••• (7)' },
        propiedad_id: '••• (18)',
        '••• 5': '••• (18)',
      },
    })
  })

  it('shows where a request stands in a trace, and that there is an address, but not which', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const documento = { ip: '203.0.113.9' }
    const shown = await whole(await sandbox.create(llave, { documento }, { traceparent }))
    expect(shown).toMatchObject({ encabezados: { traceparent }, cuerpo: { documento: { ip: '••• (11)' } } })
  })

  it('shows no identifier that names the applicant, whom nobody has judged yet', async () => {
    const solicitante = { ...canary, nombre: 'Guadalupe', apellido_paterno: 'Zarquixtlan' }
    const body = { solicitante, propiedad_id: 'casa-de-guadalupe-zarquixtlan', otra: 1 }
    const { encabezados, cuerpo } = await whole(
      await sandbox.create(llave, { ...body, solicitud_id: 'guadalupe.zarquixtlan' }),
    )
    expect(encabezados).toMatchObject({ 'idempotency-key': '•••' })
    expect(cuerpo).toMatchObject({ solicitud_id: '••• (21)', propiedad_id: '••• (29)' })
  })

  it('shows forty members of an object, however many there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`campo_${index}`, index]))
    const { cuerpo } = await whole(await sandbox.call('POST', '/v1/verificaciones', { key: llave, body: many }))
    expect(Object.keys(Object(cuerpo))).toHaveLength(40)
  })

  it('shows no text of an accepted consent that names the applicant', async () => {
    const { nombre, apellido_paterno } = canary ?? { nombre: '', apellido_paterno: '' }
    const consentimiento = {
      otorgado: true,
      otorgado_en: '2026-01-02T03:04:05Z',
      version_aviso: `aviso para ${nombre}`,
      evidencia_id: `firma de ${nombre} ${apellido_paterno}`,
    }
    const answer = await sandbox.create(llave, { solicitante: canary, consentimiento })
    expect(answer.status).toBe(200)
    expect(await whole(answer)).toMatchObject({
      cuerpo: { consentimiento: { otorgado: true, version_aviso: expect.stringMatching(/^•••/) } },
    })
  })

  it.each([
    'accept',
    'accept-language',
    'idempotency-key',
    'mcp-protocol-version',
    'traceparent',
    'user-agent',
    'x-canal',
  ])('shows no header that tells of a person: %s', async (name) => {
    for (const said of [canary?.curp ?? '', `${canary?.nombre} ${canary?.apellido_paterno}`]) {
      const { encabezados } = await whole(await sandbox.create(llave, { solicitante: canary }, { [name]: said }))
      expect(encabezados).toMatchObject({ [name]: '•••' })
    }
  })

  it.each([
    [
      'another channel',
      async () => (await callTool(sandbox, llave, 'crear_verificacion', validBody({ solicitante: canary }))).answer,
    ],
    [
      'a body that is no JSON',
      () => sandbox.call('POST', '/v1/verificaciones', { key: llave, body: `{"curp": ${canary?.curp}` }),
    ],
    [
      'brackets without end',
      () => sandbox.call('POST', '/v1/verificaciones', { key: llave, body: '['.repeat(60_000) }),
    ],
    ['a key of nobody', () => sandbox.create(`avs_test_${canary?.curp}`, { solicitante: canary })],
  ])('tells of nobody: %s', async (_, ask) => {
    expect(await whole(await ask())).toHaveProperty('cuerpo')
  })

  it('led to a verification, told with every request, source, end, charge and webhook in one order', async () => {
    const receiver = 'https://partner.example.com/whole'
    await sandbox.call('POST', '/_simulador/webhooks/respuestas', { body: { url: receiver, estatus: [500, 200] } })
    const body = validBody({ webhook_url: receiver })
    const created = await sandbox.create(llave, body)
    await sandbox.create(llave, body)
    const id = created.body['verificacion_id']
    await sandbox.advance(600)
    const { condujo_a } = await whole(created)
    expect(condujo_a).toMatchObject({ verificacion_id: id, estado: 'emitida' })
    const { sucesos } = Object(condujo_a)
    const told: ReadonlyArray<string> = sucesos.map(
      ({ que, de, resultado }: Record<string, string>) => `${que} ${de} ${resultado}`,
    )
    expect(told[0]).toBe('solicitud POST /v1/verificaciones 200')
    // Which of the two came first, the machine decides.
    expect(told.slice(1, 3).toSorted()).toEqual([
      'fuente identidad preguntada',
      'repeticion POST /v1/verificaciones 200',
    ])
    expect(told).toEqual(
      expect.arrayContaining([
        'repeticion POST /v1/verificaciones 200',
        'fuente judicial consultada',
        'fin emitida puede_continuar alto',
        'cobro consumo cargado 100',
      ]),
    )
    expect(told.filter((one) => one.startsWith('webhook'))).toEqual(['webhook intento 1 500', 'webhook intento 2 200'])
    const instants = sucesos.map(({ en }: Record<string, string>) => en)
    expect(instants).toEqual(instants.toSorted())
  })

  it.each(revisions)('led to a verification over MCP %s too, which it and its repetition name', async (revision) => {
    const body = validBody()
    const params = { name: 'crear_verificacion', arguments: body }
    const answer = await ask(sandbox, { key: llave, method: 'tools/call', params, revision })
    const again = await sandbox.create(llave, body)
    const id = again.body['verificacion_id']
    expect(answer.text).toContain(id)
    const first = await whole(answer)
    expect(first).toMatchObject({ canal: 'mcp', verificacion_id: id, condujo_a: { verificacion_id: id } })
    const { sucesos } = Object(first['condujo_a'])
    const asked = sucesos.filter(({ service_request_id }: Record<string, string | null>) => service_request_id !== null)
    expect(asked.map(({ que, de }: Record<string, string>) => `${que} ${de}`)).toEqual([
      'solicitud POST /mcp',
      'repeticion POST /v1/verificaciones',
    ])
  })

  it('names no verification after a list over MCP', async () => {
    const listed = await callTool(sandbox, llave, 'listar_verificaciones', { limite: 1 })
    expect(listed.document).toMatchObject({ verificaciones: [{ estado: expect.any(String) }] })
    expect(await whole(listed.answer)).toMatchObject({ verificacion_id: null, condujo_a: null })
  })
})
