import { readFile, truncate } from 'node:fs/promises'
import { Cause, Effect, Exit, Layer, Logger, ManagedRuntime, Option, References } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourceNames } from '#domain/evidence/Source.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import { type AdmissionRequest, Verifications } from '#ports/Verifications.ts'
import { accidents, injectable } from '#simulator/http/InjectedErrors.ts'
import { faultNames } from '#simulator/sources/SourceFaults.ts'
import { type Canary, canaries, tracesIn } from '#test/support/canaries.ts'
import { perform, put, validDraft } from '#test/support/draft.ts'
import { faults } from '#test/support/faults.ts'
import { indiscretions } from '#test/support/indiscretions.ts'
import { patientStorage } from '#test/support/storage.ts'
import { applicationOf, unique } from '#test/support/storedVerifications.ts'
import { makeTalkative } from '#test/support/talkative.ts'
import { type OwnPostgres, ownPostgres, query } from '#tools/postgres/postgres.ts'
import { type Answer, type Sandbox, startSandbox } from '#tools/service/sandbox.ts'
import { until } from '#tools/service/server.ts'

let next = 0
const canary = (): Canary => {
  next = (next + 1) % canaries.length
  return canaries[next] ?? { curp: '', nombre: '', apellido_paterno: '', apellido_materno: '' }
}

describe('canaries sent through every scenario and every error', () => {
  const log: Array<string> = []
  const answers: Array<string> = []
  let postgres: OwnPostgres
  let sandbox: Sandbox
  let key = ''

  beforeAll(async () => {
    postgres = await ownPostgres({ durable: false })
    await makeTalkative(postgres.url)
    sandbox = await startSandbox({ storage: postgres.url }, heard())
    key = (await sandbox.account({ saldo: 1_000_000, limite_por_minuto: 100_000 })).llave
  })
  afterAll(async () => {
    await sandbox.stop()
    await postgres.stop()
  })

  /** Keeps all that is logged. */
  const heard = () => {
    const note = (line: string) => void log.push(line)
    const loggers = Logger.layer([Logger.map(Logger.formatJson, note), Logger.map(Logger.formatLogFmt, note)])
    return Layer.merge(loggers, Layer.succeed(References.MinimumLogLevel, 'All'))
  }
  const keep = async (answering: Promise<Answer>): Promise<Answer> => {
    const answer = await answering
    answers.push(JSON.stringify([answer.status, [...answer.headers], answer.text]))
    return answer
  }
  /** The partner's words for the consent name the person too. */
  const consentOf = ({ nombre, apellido_paterno }: Partial<Canary>) => ({
    otorgado: true,
    otorgado_en: '2026-01-15T10:30:00-06:00',
    version_aviso: `aviso para ${nombre}`,
    evidencia_id: `firma de ${nombre} ${apellido_paterno}`,
  })
  const send = (solicitante: Partial<Canary>, changes: Record<string, unknown> = {}) =>
    keep(sandbox.create(key, { solicitante, consentimiento: consentOf(solicitante), ...changes }))
  const pull = (lever: string, body: unknown) => keep(sandbox.call('POST', `/_simulador/${lever}`, { body }))

  /** Every row of every table, sealed columns too: what is in them is unreadable. */
  const dump = async (): Promise<string> => {
    const tables = await query(
      postgres.url,
      `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    )
    const names = tables.map((table) => String(Reflect.get(table, 'name')))
    expect(names).toContain('public.verification_work')
    const rows = names.map((name) => `SELECT to_jsonb(t)::text AS row FROM ${name} t`).join(' UNION ALL ')
    return (await query(postgres.url, rows)).map((row) => String(Reflect.get(row, 'row'))).join('\n')
  }
  const underWay = async (): Promise<number> => {
    const [row] = await query(postgres.url, 'SELECT count(*)::integer AS left FROM verification_work')
    return Number(Reflect.get(row ?? {}, 'left'))
  }
  const looked = { log: 0, answers: 0 }
  /** Those that nobody looked at yet. */
  const unseen = (name: keyof typeof looked, lines: Array<string>): string => {
    looked[name] += lines.length
    return lines.splice(0).join('\n')
  }
  const everywhere = async () => ({
    log: tracesIn(unseen('log', log)),
    answers: tracesIn(unseen('answers', answers)),
    solicitudes: tracesIn((await sandbox.call('GET', '/_simulador/solicitudes?limite=999')).text),
    postgresLog: tracesIn(await readFile(postgres.log, 'utf8')),
    tables: tracesIn(await dump()),
  })
  const nowhere = { log: [], answers: [], solicitudes: [], postgresLog: [], tables: [] }

  it('are found by the scanner, planted in a table in any form', async () => {
    const { curp, nombre } = canary()
    const forms = [curp, nombre].flatMap((text) => [
      text,
      text.toLowerCase(),
      Buffer.from(`a${text}`).toString('base64'),
      Buffer.from(`ab${text}c`).toString('base64url'),
      Buffer.from(text).toString('hex'),
      encodeURIComponent(text),
      text.normalize('NFD').replace(/\p{M}/gu, ''),
    ])
    for (const form of forms) {
      await query(postgres.url, `CREATE TABLE planted AS SELECT '${form}'::text AS note`)
      const found = tracesIn(await dump())
      await query(postgres.url, 'DROP TABLE planted')
      expect([form, found.length > 0]).toEqual([form, true])
    }
    await query(postgres.url, `CREATE TABLE planted AS SELECT '${curp}'::bytea AS note`)
    expect(tracesIn(await dump())).not.toEqual([])
    await query(postgres.url, 'DROP TABLE planted')
    // The server logged what was planted: the log begins again, for what follows.
    expect(tracesIn(await readFile(postgres.log, 'utf8'))).not.toEqual([])
    await truncate(postgres.log)
    expect(await everywhere()).toEqual(nowhere)
  })

  it('leave no trace while under way', async () => {
    const told = await Promise.all(canaries.map((one) => send(one)))
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await everywhere()).toEqual(nowhere)
    // Some sources have answered: what they said is kept, sealed.
    await sandbox.advance(90)
    expect(await underWay()).toBeGreaterThan(0)
    expect(await everywhere()).toEqual(nowhere)
  })

  it('leave no trace in any error, nor where they do not belong', async () => {
    for (const { change } of faults) {
      await keep(perform(sandbox, change(put('solicitante', canary())(validDraft())), key))
    }
    await Promise.all(indiscretions(canary(), key).map((written) => keep(sandbox.send(written))))
    expect(await everywhere()).toEqual(nowhere)
  })

  it('leave no trace when sources fail, errors are injected, one key is raced for, or the database is frozen', async () => {
    const [identity, ...others] = sourceNames
    for (const broken of [[identity], others]) {
      for (const falla of faultNames) {
        for (const fuente of broken) await pull('fuentes', { fuente, falla })
        await Promise.all(canaries.slice(0, 8).map((one) => send(one)))
        await sandbox.advance(100)
        if (falla === 'basura') expect(await everywhere()).toEqual(nowhere)
        await sandbox.advance(700)
      }
      for (const fuente of broken) await pull('fuentes', { fuente, falla: null })
    }
    for (const codigo of injectable) {
      await pull('fallos', { codigo, veces: 1 })
      // What happens to the connection has no answer of ours.
      const answer = await send(canary()).catch(() => null)
      if (!accidents.some((one) => one === codigo)) expect(answer?.body['codigo']).toBe(codigo)
    }
    await Promise.all(Array.from({ length: 30 }, () => send(canary(), { solicitud_id: 'sol-disputada' })))

    expect(await everywhere()).toEqual(nowhere)
  })

  it('leave no trace while Postgres is frozen', async () => {
    await sandbox.stop()
    sandbox = await startSandbox({ storage: postgres.url }, heard(), Layer.empty)
    await until(async () => (await keep(sandbox.call('GET', '/v1/cuenta/consumo', { key }))).status === 200)
    postgres.pause()
    const frozen = await Promise.all(Array.from({ length: 4 }, () => send(canary())))
    postgres.resume()
    expect(frozen.map(({ body }) => body['codigo'])).toEqual(frozen.map(() => 'base_no_alcanzable'))
    await until(async () => (await keep(sandbox.call('GET', '/_salud'))).status === 200)
    expect(await everywhere()).toEqual(nowhere)
    await sandbox.stop()
    sandbox = await startSandbox({ storage: postgres.url }, heard())
  })

  it('leave no trace in what Postgres says of statements that it refuses', async () => {
    const runtime = ManagedRuntime.make(patientStorage(postgres.url, 'otro'))
    const refusals = await runtime.runPromise(
      Effect.gen(function* () {
        const administration = yield* AccountAdministration
        const { admit } = yield* Verifications
        const id = unique('cuenta-')
        const plan = { priceCentavos: 1, requestsPerMinute: 600, monthlyQuota: null }
        yield* administration.open({ id, mode: 'consumo', plan })
        yield* administration.issueKey(id, 'k1', `digest-${id}`)
        yield* administration.creditOnce(id, 1_000, 'saldo inicial', 'saldo inicial')
        const principal = Option.getOrThrow(yield* (yield* Accounts).authenticate(`digest-${id}`))
        const { curp, nombre, apellido_paterno, apellido_materno } = canary()
        const subject = { curp, nombre, apellidoPaterno: apellido_paterno, apellidoMaterno: apellido_materno }
        const application: AdmissionRequest = { ...applicationOf(principal), subject }
        const { verification } = application
        yield* admit(application)
        const refused = (changes: Partial<AdmissionRequest['verification']>) =>
          Effect.exit(
            admit({
              ...application,
              verification: { ...verification, id: unique('ver_'), requestId: unique('sol-'), ...changes },
            }),
          )
        const { terms } = verification
        return yield* Effect.all([
          refused({ id: verification.id }),
          refused({ requestId: 'sol-\u0000' }),
          refused({ terms: { ...terms, priceCentavos: 1e300 } }),
          // Longer than a row of an index may be.
          refused({ requestId: Array.from({ length: 20_000 }, (_, index) => index.toString(36)).join('') }),
        ])
      }),
    )
    await runtime.dispose()
    for (const refusal of refusals) {
      expect(Exit.isFailure(refusal) && Cause.hasDies(refusal.cause)).toBe(true)
      if (Exit.isFailure(refusal)) log.push(Cause.pretty(refusal.cause), JSON.stringify(refusal))
    }
    const { length } = (await readFile(postgres.log, 'utf8')).match(/ERROR:/g) ?? []
    expect(length).toBeGreaterThanOrEqual(refusals.length)
    expect(await everywhere()).toEqual(nowhere)
  })

  it('are nowhere at all once everything is final', async () => {
    await sandbox.advance(1_200)
    await until(async () => (await underWay()) === 0)
    for (const state of ['emitida', 'no_concluyente']) {
      await keep(sandbox.call('GET', `/v1/verificaciones?estado=${state}&limite=100`, { key }))
    }
    expect(await everywhere()).toEqual(nowhere)
    expect(looked.answers).toBeGreaterThan(400)
    expect(looked.log).toBeGreaterThan(400)
  })
})
