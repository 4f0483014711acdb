import { verify } from 'node:crypto'
import { Effect, Layer } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineVersion } from '#domain/recommendation/Engine.ts'
import { WebhookSender } from '#ports/WebhookSender.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { validBody } from '#tools/service/sandbox.ts'
import {
  type Answered,
  cotejo,
  create,
  get,
  migrated,
  openAccount,
  startReplica,
  until,
} from '#tools/service/server.ts'

const consentimiento = {
  otorgado: true,
  otorgado_en: '2026-01-15T16:30:00.000Z',
  version_aviso: 'aviso-7',
  evidencia_id: 'evidencia-7',
}
const idOf = ({ body }: Answered) => String(body['verificacion_id'])

describe('a person’s rights', () => {
  let url = ''
  let key = ''
  let replica: Awaited<ReturnType<typeof startReplica>>
  beforeAll(async () => {
    url = await testDatabase(migrated)
    // Without a signing secret its webhooks wait.
    key = await openAccount(url, 'sol', {})
    replica = await startReplica(url)
  })
  afterAll(() => replica.stop())

  const ended = () => until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
  const made = async (body: Record<string, unknown>) => {
    const answer = await create(replica.base, key, body)
    await ended()
    return idOf(answer)
  }
  const command = async (...args: ReadonlyArray<string>) => {
    const { code, out, err } = await cotejo(url, args)
    return code === 0 ? JSON.parse(out) : { code, err }
  }
  const publicKey = async () => (await cotejo(url, ['subject', 'receipt-key'])).out
  const isSigned = async ({ statement, signature }: { statement: string; signature: string }) =>
    verify(null, Buffer.from(statement), await publicKey(), Buffer.from(signature, 'base64'))
  const saldo = async () => (await get(replica.base, '/v1/cuenta/consumo', key)).body['saldo']

  it('erases one that ended at once, its webhook too, and says so with a signature', async () => {
    const body = { ...validBody(), solicitud_id: 'sol-1', propiedad_id: 'prop-1', consentimiento }
    const id = await made(body)
    expect((await get(replica.base, `/v1/verificaciones/${id}`, key)).status).toBe(200)
    expect(await query(url, 'SELECT state FROM deliveries')).toEqual([{ state: 'pendiente' }])
    const before = await saldo()

    const receipt = await command('verifications', 'erase', 'sol', id, '--reason', 'caso-1', '--json')
    expect(JSON.parse(receipt.statement)).toEqual({
      ...{ act: 'verification erased', account: 'sol', verification: id, request: 'sol-1', state: 'emitida' },
      erasedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    expect(await isSigned(receipt)).toBe(true)
    expect(await isSigned({ ...receipt, statement: receipt.statement.replace('sol-1', 'sol-2') })).toBe(false)

    expect((await get(replica.base, `/v1/verificaciones/${id}`, key)).body['codigo']).toBe('verificacion_no_encontrada')
    expect((await get(replica.base, '/v1/verificaciones?solicitud_id=sol-1', key)).body['verificaciones']).toEqual([])
    for (const again of [body, { ...body, propiedad_id: 'prop-2' }]) {
      expect((await create(replica.base, key, again)).body['codigo']).toBe('conflicto_idempotencia')
    }
    expect(await saldo()).toBe(before)
    expect(await query(url, 'SELECT 1 FROM deliveries UNION ALL SELECT 1 FROM delivery_attempts')).toEqual([])
    const [row] = await query(url, `SELECT to_jsonb(v)::text AS row FROM verifications v WHERE request_id = 'sol-1'`)
    expect(String(Reflect.get(row ?? {}, 'row'))).not.toMatch(/prop-1|partner|evidencia/)
    expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })

    // Whoever asks again has the same receipt.
    expect(await command('verifications', 'erase', 'sol', id, '--reason', 'caso-1', '--json')).toEqual(receipt)
  })

  it('keeps the claim of a payment that was used, and no payment of one without recommendation', async () => {
    const used = await made({ solicitud_id: 'sol-pagada' })
    const unused = await made({ solicitud_id: 'sol-inexistente', solicitante: { curp: 'NOEX900101HDFRRS04' } })
    await query(url, "UPDATE verifications SET payment_intent_id = 'pi_' || request_id")
    await query(url, `INSERT INTO payment_claims VALUES ('pi_sol-pagada', 'sol', '${used}')`)
    for (const id of [used, unused]) await command('verifications', 'erase', 'sol', id, '--reason', 'caso-1', '--json')
    const left = 'SELECT payment_intent_id, verification_id FROM'
    expect(await query(url, `${left} payment_claims`)).toEqual([
      { payment_intent_id: 'pi_sol-pagada', verification_id: used },
    ])
    expect(await query(url, `${left} verifications WHERE verification_id = '${unused}'`)).toEqual([
      { payment_intent_id: null, verification_id: unused },
    ])
  })

  it('gives what is kept of the person of a solicitud_id, and erases it', async () => {
    const id = await made({ solicitud_id: 'sol-2', propiedad_id: 'prop-2', consentimiento })
    expect(await command('subject', 'export', 'sol', 'sol-2')).toMatchObject({
      ...{ account: 'sol', request: 'sol-2', verification: id, state: 'emitida', retiredAt: null },
      kept: {
        consent: { grantedAt: consentimiento.otorgado_en, noticeVersion: 'aviso-7', evidenceId: 'evidencia-7' },
        propertyId: 'prop-2',
        document: { solicitud_id: 'sol-2', estado: 'emitida', recomendacion: { accion: expect.any(String) } },
        basis: { level: expect.any(String), lists: null },
        webhook: { state: 'pendiente', attempts: [] },
      },
    })
    const letter = async () => (await cotejo(url, ['subject', 'export', 'sol', 'sol-2', '--letter'])).out
    const kept = await letter()
    expect(kept).toContain(`- Verificación: \`${id}\`, estado \`emitida\``)
    expect(kept).toContain('Otorgado el 2026-01-15T16:30:00.000Z, con el aviso `aviso-7` y la evidencia `evidencia-7`.')
    expect(kept).toMatch(/^- `identidad`: consultada(?:; \d+ consultas?, de 20\S+Z a 20\S+Z)?$/m)
    expect(kept).toContain(`Reglas del motor, versión ${engineVersion}.`)
    expect(kept).toMatch(/^- `IDENTIDAD_CONFIRMADA`: La CURP existe/m)
    expect(kept).not.toMatch(/[A-Z]{4}\d{6}[HM]/)
    const receipt = await command(
      'verifications',
      'erase',
      'sol',
      '--solicitud-id',
      'sol-2',
      '--reason',
      'caso-1',
      '--json',
    )
    expect(await isSigned(receipt)).toBe(true)
    expect(await command('subject', 'export', 'sol', 'sol-2')).toMatchObject({
      verification: id,
      retiredAt: JSON.parse(receipt.statement).erasedAt,
      kept: null,
    })
    expect(await letter()).toContain(`El contenido se borró el ${JSON.parse(receipt.statement).erasedAt}.`)
  })

  it('gives each attempt at the webhook in its order, and neither webhook nor basis of one without recommendation', async () => {
    const id = await made({ solicitud_id: 'sol-5' })
    await made({ solicitud_id: 'sol-6', solicitante: { curp: 'NOEX900101HDFRRS04' } })
    await query(
      url,
      `INSERT INTO delivery_attempts (account_id, verification_id, number, kind, started_at, took_ms, status, failure)
       VALUES ('sol', '${id}', 2, 'programado', '2026-03-10T12:00:00Z', 1, NULL, 'tiempo_agotado'),
              ('luna', '${id}', 1, 'programado', '2026-03-10T13:00:00Z', 1, 200, NULL),
              ('sol', '${id}', 1, 'programado', '2026-03-10T12:00:00Z', 1, 503, NULL)`,
    )
    const [emitted, inconclusive] = [
      await command('subject', 'export', 'sol', 'sol-5'),
      await command('subject', 'export', 'sol', 'sol-6'),
    ]
    await query(url, 'DELETE FROM delivery_attempts')
    expect(emitted.kept.webhook).toEqual({
      state: 'pendiente',
      attempts: [
        { startedAt: '2026-03-10T12:00:00.000Z', status: 503 },
        { startedAt: '2026-03-10T12:00:00.000Z', status: null },
      ],
    })
    expect(inconclusive).toMatchObject({
      state: 'no_concluyente',
      kept: { document: { solicitud_id: 'sol-6', estado: 'no_concluyente' }, basis: null, webhook: null },
    })
  })

  it('of two accounts whose verifications have one name erases that of the account alone', async () => {
    await openAccount(url, 'mar', {})
    const id = await made({ solicitud_id: 'sol-7' })
    const columns = await query(
      url,
      `SELECT string_agg(column_name, ', ') AS names FROM information_schema.columns
        WHERE table_name = 'verifications' AND column_name NOT IN ('account_id', 'sequence')`,
    )
    const names = String(Reflect.get(columns[0] ?? {}, 'names'))
    await query(
      url,
      `INSERT INTO verifications (account_id, ${names}) SELECT 'mar', ${names} FROM verifications WHERE request_id = 'sol-7'`,
    )
    // What the sources did is noted after the end.
    const noted = `SELECT 1 FROM source_notes WHERE verification_id = '${id}'`
    await until(async () => (await query(url, noted)).length === 3)
    const exported = () => command('subject', 'export', 'sol', 'sol-7')
    const before = await exported()
    expect(before).toMatchObject({ account: 'sol', verification: id, kept: { webhook: { state: 'pendiente' } } })
    const receipt = await command('verifications', 'erase', 'mar', id, '--reason', 'caso-1', '--json')
    expect(JSON.parse(receipt.statement)).toMatchObject({ account: 'mar', verification: id })
    expect(await exported()).toEqual(before)
    await query(url, "DELETE FROM verifications WHERE account_id = 'mar'")
  })

  it('erases one whose webhook is being sent, and no attempt at it is noted', async () => {
    const other = await testDatabase(migrated)
    const otherKey = await openAccount(other, 'sol', { signingSecret: 'whsec_uno' })
    const [sending, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sender = Layer.succeed(WebhookSender, {
      send: () =>
        Effect.promise(() => {
          sending.resolve()
          return answered.promise
        }).pipe(Effect.as({ _tag: 'Answered' as const, status: 200 })),
    })
    const { base, stop } = await startReplica(other, {}, undefined, sender)
    const answer = await create(base, otherKey, { solicitud_id: 'sol-1' })
    await sending.promise
    expect(await cotejo(other, ['verifications', 'erase', 'sol', idOf(answer), '--reason', 'caso-1'])).toMatchObject({
      code: 0,
    })
    answered.resolve()
    await stop()
    expect(await query(other, 'SELECT 1 FROM deliveries UNION ALL SELECT 1 FROM delivery_attempts')).toEqual([])
    expect(await cotejo(other, ['ledger', 'check'])).toMatchObject({ code: 0 })
  })

  it('refuses one that is not there, and one of another account', async () => {
    await openAccount(url, 'luna', {})
    const id = await made({ solicitud_id: 'sol-3' })
    const refused = { code: 1, err: `Account "luna" has no verification "${id}".\n` }
    expect(await command('verifications', 'erase', 'luna', id, '--reason', 'caso-1')).toEqual(refused)
    for (const line of ['subject export luna sol-3', 'verifications erase luna --solicitud-id sol-3']) {
      expect(await command(...line.split(' '))).toEqual({
        code: 1,
        err: 'Account "luna" has no verification with the solicitud_id "sol-3".\n',
      })
    }
    for (const wrong of [[], [id, '--solicitud-id', 'sol-3']]) {
      expect(await command('verifications', 'erase', 'luna', ...wrong)).toEqual({
        code: 1,
        err: 'Name a verification, or give its --solicitud-id.\n',
      })
    }
    expect((await get(replica.base, `/v1/verificaciones/${id}`, key)).status).toBe(200)
  })

  it('leaves one that is under way, and says until when', async () => {
    const other = await testDatabase(migrated)
    const otherKey = await openAccount(other, 'sol', {})
    const api = await startReplica(other, { roles: ['api'] })
    const answer = await create(api.base, otherKey, { solicitud_id: 'sol-1' })
    const told = await cotejo(other, ['verifications', 'erase', 'sol', idOf(answer), '--reason', 'caso-1'])
    expect(told).toMatchObject({ code: 1, err: expect.stringMatching(/is under way, until \d{4}-.*Z at the latest/) })
    expect(await cotejo(other, ['subject', 'export', 'sol', 'sol-1'])).toMatchObject({ code: 1 })
    expect((await get(api.base, `/v1/verificaciones/${idOf(answer)}`, otherKey)).body['estado']).toBe('en_proceso')
    await api.stop()
  })
})
