import { DateTime, Effect, Layer } from 'effect'
import { describe, expect, it } from 'vitest'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import { Sources } from '#ports/Sources.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

/** `judicial` fails at the first try, is shut out then, and is asked again at once. */
const faltering = () => {
  const ends = ['estado_inesperado 503', 'circuito_abierto', 'circuito_abierto']
  return Layer.effect(
    Sources,
    Effect.map(Sources, ({ consult }) => ({
      consult: (consultation) => {
        const result = consultation.source === 'judicial' ? ends.shift() : undefined
        if (result !== undefined) {
          const readyAt = DateTime.add(consultation.now, { milliseconds: 50 })
          return Effect.succeed({ _tag: 'NotYet' as const, readyAt, result })
        }
        return consult({ ...consultation, now: DateTime.add(consultation.startedAt, { hours: 1 }) })
      },
    })),
  ).pipe(Layer.provide(SandboxSources.layer('tests')))
}

const curp = sampleCurp('LIMP')

const resolved = async () => {
  const url = await testDatabase(migrated)
  const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
  const { sender } = webhookSender(() => 503)
  const replica = await startReplica(url, {}, faltering(), sender)
  const { body } = await create(replica.base, key, { solicitante: { curp, nombre: 'Zutanito' } })
  await until(async () => (await query(url, 'SELECT 1 FROM delivery_attempts')).length === 1)
  await until(async () => (await query(url, 'SELECT 1 FROM source_notes')).length === 3)
  await replica.stop()
  return { url, verification: String(body['verificacion_id']) }
}

describe('cotejo verifications show --full', () => {
  it('tells what each source did, what was charged, and each attempt at the webhook, naming nobody', async () => {
    const { url, verification } = await resolved()
    const shown = await cotejo(url, ['verifications', 'show', 'sol', verification, '--full', '--json'])
    expect(shown.code).toBe(0)
    const whole = JSON.parse(shown.out)
    expect(whole).toMatchObject({
      state: 'emitida',
      webhook: 'pendiente',
      sources: expect.arrayContaining([
        expect.objectContaining({ source: 'identidad', result: 'consultada', tries: 1, failures: 0 }),
        expect.objectContaining({
          source: 'judicial',
          result: 'consultada',
          tries: 2,
          failures: 1,
          lastFailure: 'estado_inesperado 503',
        }),
      ]),
      entries: [{ kind: 'cargo', pesos: -100 }],
      attempts: [{ number: 1, status: 503 }],
      transfer: [],
    })
    const happened = whole.timeline.map(({ what }: { what: string }) => what)
    expect(happened[0]).toBe('created over api')
    expect(happened).toContain('judicial failed: estado_inesperado 503')
    expect(happened.indexOf('emitida')).toBeGreaterThan(happened.indexOf('judicial: consultada, try 2'))
    expect(happened).toContain('cargo of -100.00')
    expect(happened.at(-1)).toBe('webhook, attempt 1: 503')
    const times = whole.timeline.map(({ at }: { at: string }) => at)
    expect(times).toEqual(times.toSorted())
    const table = await cotejo(url, ['verifications', 'show', 'sol', verification, '--full'])
    expect(table.out).toContain('TIMELINE')
    const all = (shown.out + table.out).toUpperCase()
    expect(all).not.toContain(curp)
    expect(all).not.toContain('ZUTANITO')
  })

  it('tells why a source waits that is not called, and that it was not asked', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol')
    const shut = Layer.succeed(Sources, {
      consult: ({ now }) =>
        Effect.succeed({ _tag: 'NotYet', readyAt: DateTime.add(now, { hours: 1 }), result: 'circuito_abierto' }),
    })
    const replica = await startReplica(url, {}, shut)
    const { body } = await create(replica.base, key)
    const verification = String(body['verificacion_id'])
    await until(async () => (await query(url, 'SELECT 1 FROM source_notes')).length === 1)
    await replica.stop()
    const show = ['verifications', 'show', 'sol', verification, '--full', '--json']
    const [event, parked] = ['created over api', 'identidad waits: circuito_abierto']
    expect(JSON.parse((await cotejo(url, show)).out)).toMatchObject({
      sources: [{ source: 'identidad', result: 'circuito_abierto', tries: 0, failures: 0, lastFailure: null }],
      timeline: [{ what: event }, { what: parked }],
      workDue: expect.stringMatching(/Z$/),
      workedOnBy: null,
      crashes: 0,
    })
    await query(
      url,
      `UPDATE source_notes SET tries = 2, failures = 2, last_failure = 'sin_respuesta ECONNREFUSED',
              last_failure_at = first_at + interval '1 second', last_at = first_at + interval '2 seconds'`,
    )
    expect(JSON.parse((await cotejo(url, show)).out).timeline).toMatchObject([
      { what: event },
      { what: 'identidad asked' },
      { what: 'identidad failed: sin_respuesta ECONNREFUSED, the last of 2' },
      { what: parked },
    ])
    await query(
      url,
      `UPDATE source_notes SET tries = 1, failures = 1, result = last_failure, last_failure_at = first_at,
              last_at = first_at`,
    )
    expect(JSON.parse((await cotejo(url, show)).out).timeline).toMatchObject([
      { what: event },
      { what: 'identidad asked' },
      { what: 'identidad failed: sin_respuesta ECONNREFUSED' },
    ])
  })

  it('forgets what sources did when the content is removed, and tells when that was', async () => {
    const { url, verification } = await resolved()
    const happened = async () => {
      const show = ['verifications', 'show', 'sol', verification, '--full', '--json']
      const { timeline } = JSON.parse((await cotejo(url, show)).out)
      return timeline.map(({ what }: { what: string }) => what)
    }
    await query(url, "UPDATE delivery_attempts SET status = NULL, failure = 'tiempo_agotado'")
    expect((await happened()).at(-1)).toBe('webhook, attempt 1: tiempo_agotado')
    const other = await query(url, 'SELECT 1 FROM source_notes')
    expect(other).toHaveLength(3)
    expect((await cotejo(url, ['verifications', 'erase', 'sol', verification, '--reason', 'Asked for'])).code).toBe(0)
    expect(await query(url, 'SELECT 1 FROM source_notes')).toEqual([])
    expect((await happened()).at(-1)).toBe('its content was removed')
  })
})
