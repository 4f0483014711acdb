import { beforeAll, describe, expect, it } from 'vitest'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { put, validDraft } from '#test/support/draft.ts'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { head, open } from '#test/support/socket.ts'
import { type Answer, type Sandbox, validBody } from '#tools/service/sandbox.ts'

/** What text may be where, over any storage. */
export const textSuite = (sandbox: Sandbox): void => {
  let llave = ''
  beforeAll(async () => {
    llave = (await sandbox.account({ limite_por_minuto: 100_000, saldo: 1_000_000 })).llave
  })

  const post = (body: string, key: string): Promise<Answer> =>
    sandbox.call('POST', '/v1/verificaciones', { key: llave, body, headers: { 'idempotency-key': key } })
  const get = (path: string): Promise<Answer> => sandbox.call('GET', path, { key: llave })

  describe('characters', () => {
    const texts = [
      'solicitud_id',
      'propiedad_id',
      'webhook_url',
      'solicitante.nombre',
      'solicitante.apellido_paterno',
      'solicitante.apellido_materno',
      'consentimiento.version_aviso',
      'consentimiento.evidencia_id',
      'consentimiento.otorgado_en',
      'consentimiento.ip',
      'cobro.payment_intent_id',
    ]
    const lengthy = texts.filter((path) => !/webhook_url|otorgado_en|ip/.test(path))

    const bodyWith = (path: string, value: string, curp: string): Record<string, unknown> =>
      put(path, value)(put('cobro.modo', 'consumo')(put('solicitante.curp', curp)(validDraft()))).body

    /** POST of a body with this text at the path. */
    const posted = async (path: string, value: string): Promise<Answer> => {
      const body = bodyWith(path, value, sampleCurp('LIMP'))
      return post(JSON.stringify(body), String(body['solicitud_id']))
    }

    it.each(texts)(
      'answers 400 peticion_invalida to a control character or half a surrogate pair in %s',
      async (path) => {
        const text = path.endsWith('otorgado_en') ? '2026-01-15T10:30:00Z' : 'https://partner.example.com/avs'
        for (const strange of ['\0', '\t', '\n', '\u0007', '\u007f', '\u0085', '\ud800', '\udc00', '\udc00\ud800']) {
          // Were the character let pass, the CURP would be what is wrong.
          const body = bodyWith(path, text + strange, 'LIMP')
          expectError(await post(JSON.stringify(body), 'sol-1'), 400, 'peticion_invalida')
        }
        const body = bodyWith(path, text, 'LIMP')
        expectError(await post(JSON.stringify(body), 'sol-1'), 400, 'curp_invalida')
      },
    )

    it.each(lengthy)('answers 200 en_proceso to 200 emoji in %s, and 400 peticion_invalida to 201', async (path) => {
      const emoji = '\u{1f511}'
      expect(summaryOf(await posted(path, emoji.repeat(200)))).toBe('200 en_proceso')
      expectError(await posted(path, emoji.repeat(201)), 400, 'peticion_invalida')
    })

    it('answers 200 en_proceso to a webhook_url of 2,000 characters, and 400 peticion_invalida to 2,001', async () => {
      const url = 'https://partner.example.com/avs/'
      expect(summaryOf(await posted('webhook_url', url.padEnd(2_000, '0')))).toBe('200 en_proceso')
      expectError(await posted('webhook_url', url.padEnd(2_001, '0')), 400, 'peticion_invalida')
    })

    it.each(['sol-ñandú-01', 'sol-漢字-01', 'sol-🔑-01', 'sol-e\u0301-01'])(
      'answers 200 en_proceso to an Idempotency-Key in UTF-8 that equals the solicitud_id %s, and finds it again',
      async (key) => {
        expect(summaryOf(await post(JSON.stringify(validBody({ solicitud_id: key })), key))).toBe('200 en_proceso')
        const { body } = await get(`/v1/verificaciones?solicitud_id=${encodeURIComponent(key)}`)
        expect(body).toMatchObject({ verificaciones: [{ solicitud_id: key }] })
      },
    )

    it.each([
      ['in Latin-1', 'sol-\xf1', 'sol-ñ'],
      ['composed otherwise', Buffer.from('sol-\u00e9').toString('latin1'), 'sol-e\u0301'],
      ['percent-encoded', 'sol-%C3%B1', 'sol-ñ'],
      ['in another case', 'SOL-1', 'sol-1'],
    ])(
      'answers 400 peticion_invalida to an Idempotency-Key that equals the solicitud_id only %s',
      async (_, raw, key) => {
        using connection = await open(sandbox.base)
        const body = Buffer.from(JSON.stringify(validBody({ solicitud_id: key })))
        const lines = [
          `Authorization: Bearer ${llave}`,
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
        ]
        const bytes = Buffer.from(head('POST /v1/verificaciones', ...lines, `Idempotency-Key: ${raw}`), 'latin1')
        await connection.write(Buffer.concat([bytes, body]))
        expectError(await connection.answer(), 400, 'peticion_invalida')
      },
    )
  })

  describe('targets', () => {
    it.each([
      '/v1/verificaciones/%',
      '/v1/verificaciones/%00',
      '/v1/verificaciones/%ff',
      '/v1/verificaciones/%2F..%2F_salud',
      '/v1/verificaciones/%252e%252e',
      '/v1/verificaciones/..',
      "/v1/verificaciones/'%20OR%201=1--",
      `/v1/verificaciones/${'a'.repeat(201)}`,
    ])('answers 404 verificacion_no_encontrada to GET %s, and 401 llave_ausente without a key', async (path) => {
      expectError(await get(path), 404, 'verificacion_no_encontrada')
      expectError(await sandbox.send({ method: 'GET', path }), 401, 'llave_ausente')
    })

    it('reads an id that is written in escapes, and none that holds one', async () => {
      const key = 'sol-escapes'
      const { body } = await post(JSON.stringify(validBody({ solicitud_id: key })), key)
      const id = String(body['verificacion_id'])
      const escaped = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
      expect((await get(`/v1/verificaciones/${escaped}`)).body['verificacion_id']).toBe(id)
      expectError(await get(`/v1/verificaciones/%25${escaped.slice(1)}`), 404, 'verificacion_no_encontrada')
    })

    it.each([
      '/v1/verificaciones/../../_salud',
      '/v1/verificaciones/%2e%2e/%2e%2e/_salud',
      '//_salud',
      '/_salud%00',
      '/v1/verificaciones;limite=1',
    ])('answers 404 peticion_invalida to GET %s', async (path) => {
      expectError(await get(path), 404, 'peticion_invalida')
    })

    it.each([
      ['estado=%ff', '400 peticion_invalida'],
      ['solicitud_id=%00', '200'],
      ['solicitud_id=%ed%a0%80', '200'],
      [`solicitud_id=${'%F0%9F%94%91'.repeat(200)}`, '200'],
      ['&&=&?#;%%', '200'],
    ])('answers GET /v1/verificaciones?%s with %s', async (query, expected) => {
      expect(summaryOf(await get(`/v1/verificaciones?${query}`))).toBe(expected)
    })
  })
}
