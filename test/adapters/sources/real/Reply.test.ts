import { Duration } from 'effect'
import { afterEach, describe, expect, it } from 'vitest'
import type { RealSourcesSettings } from '#adapters/sources/real/Sources.ts'
import { callSeconds, type Over, startOver, type TestSources, waitOf } from '#test/support/realSources.ts'
import { found, type Script } from '#tools/peers/providers.ts'
import { after } from '#tools/service/verifications.ts'

/** What one call comes to: the reply, when to ask again, what the operator is told and what is logged. */

const started: Array<Over> = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))

const over = async (script: Script, changes: Partial<RealSourcesSettings> = {}) => {
  const one = await startOver(script, changes)
  started.push(one)
  return one
}
/** Under this name, at the time that stands, the draw of it is 0.84. */
const id = 'ver_0/identidad'
const shortest = 2.273

const pending: Script = ({ body }) => ({
  status: 202,
  body: { consulta_id: body['consulta_id'], reintentar_en_segundos: 15 },
})

describe('an answer', () => {
  it.each<readonly [string, Script, string, number | null, string]>([
    ['is believed', ({ body }) => ({ body: found(body) }), 'consultada', null, "Info result: 'consultada'"],
    ['is pending', pending, 'pendiente', 15, "Info result: 'pendiente'"],
    [
      'refuses the question (400)',
      () => ({ status: 400, body: '' }),
      'peticion_rechazada 400',
      null,
      "Error result: 'peticion_rechazada', code: '400'",
    ],
    [
      'refuses the question (422)',
      () => ({ status: 422, body: '' }),
      'peticion_rechazada 422',
      null,
      "Error result: 'peticion_rechazada', code: '422'",
    ],
    [
      'knows no such key',
      () => ({ status: 401, body: '' }),
      'estado_inesperado 401',
      shortest,
      "Error result: 'estado_inesperado', code: '401'",
    ],
    [
      'is too busy',
      () => ({ status: 429, body: '' }),
      'estado_inesperado 429',
      shortest,
      "Warn result: 'estado_inesperado', code: '429'",
    ],
    [
      'is away for so long',
      () => ({ status: 503, headers: { 'retry-after': '17' }, body: '' }),
      'estado_inesperado 503',
      17,
      "Warn result: 'estado_inesperado', code: '503'",
    ],
    [
      'is away for a word',
      () => ({ status: 503, headers: { 'retry-after': 'soon 17' }, body: '' }),
      'estado_inesperado 503',
      shortest,
      "Warn result: 'estado_inesperado', code: '503'",
    ],
    [
      'is away for a number and a word',
      () => ({ status: 503, headers: { 'retry-after': '17s' }, body: '' }),
      'estado_inesperado 503',
      shortest,
      "Warn result: 'estado_inesperado', code: '503'",
    ],
    [
      'has another status with a body',
      ({ body }) => ({ status: 201, body: found(body) }),
      'estado_inesperado 201',
      shortest,
      "Warn result: 'estado_inesperado', code: '201'",
    ],
    [
      'is of another type',
      ({ body }) => ({ headers: { 'content-type': 'text/application/json' }, body: found(body) }),
      'respuesta_ilegible',
      shortest,
      "Warn result: 'respuesta_ilegible'",
    ],
    [
      'is of a type that begins so',
      ({ body }) => ({ headers: { 'content-type': 'application/jsonp' }, body: found(body) }),
      'respuesta_ilegible',
      shortest,
      "Warn result: 'respuesta_ilegible'",
    ],
    [
      'is of the type with a charset',
      ({ body }) => ({ headers: { 'content-type': 'Application/JSON ; charset=utf-8' }, body: found(body) }),
      'consultada',
      null,
      "Info result: 'consultada'",
    ],
    [
      'is about another person',
      ({ body }) => ({ body: found(body, { curp: 'MARC900101HDFRRS07' }) }),
      'respuesta_ajena',
      shortest,
      "Error result: 'respuesta_ajena'",
    ],
    [
      'contradicts itself',
      ({ body }) => ({ body: found(body, { sexo: 'M' }) }),
      'respuesta_contradictoria',
      shortest,
      "Warn result: 'respuesta_contradictoria'",
    ],
  ])('that %s', async (_, script, told, wait, logged) => {
    const { sources } = await over(script)
    const reply = await sources.ask('identidad', { id })
    const waited = waitOf(reply, sources.now())
    expect([sources.told(), waited]).toEqual([told, wait])
    const [level, rest = ''] = logged.split(/ (.*)/)
    expect(sources.log().at(-1)).toContain(
      `${level} [ [ 'source asked', { verificacion_id: 'ver_0', source: 'identidad', ${rest}, ms: 0 } ]`,
    )
  })
})

/** How often there was no place, and how many seconds calls took; other tests add to both. */
const measuredOf = async (sources: TestSources) => {
  const text = await sources.metrics()
  const read = (line: RegExp) => Number(line.exec(text)?.[1] ?? 0)
  return [
    read(/source_calls_total\{[^}]*result="sin_lugar"[^}]*\} (\S+)/),
    read(/source_call_seconds_sum\{[^}]*identidad[^}]*\} (\S+)/),
  ] as const
}

describe('no answer', () => {
  it.each([
    [1.099, 'sin_tiempo', 0],
    [1.1, 'consultada', 1],
  ])('is waited for in less than a tenth of a second: %d s before the sources close', async (closing, told, calls) => {
    const { server, sources } = await over(({ body }) => ({ body: found(body) }))
    const reply = await sources.ask('identidad', { id, closesAt: after(closing) })
    expect([sources.told(), server.connections()]).toEqual([told, calls])
    expect(waitOf(reply, sources.now())).toBe(calls === 0 ? shortest : null)
  })

  it('is waited for by more than there are places, of which few are for who failed before', async () => {
    let isDown = true
    const { server, sources } = await over(() => (isDown ? { status: 503, body: '' } : null), { concurrency: 2 })
    const before = await measuredOf(sources)
    for (const each of ['ver_1/identidad', 'ver_2/identidad']) await sources.ask('identidad', { id: each })
    isDown = false
    const first = sources.ask('identidad', { id: 'ver_1/identidad' })
    await expect.poll(server.connections).toBe(3)
    const failing = await sources.ask('identidad', { id: 'ver_2/identidad' })
    expect([sources.told(), failing._tag]).toEqual(['sin_lugar', 'NotYet'])
    expect(waitOf(failing, sources.now())).toBeGreaterThanOrEqual(1.6)
    const second = sources.ask('identidad', { id: 'ver_3/identidad' })
    await expect.poll(server.connections).toBe(4)
    expect(waitOf(await sources.ask('identidad', { id }), sources.now())).toBe(1.137)
    expect(sources.told()).toBe('sin_lugar')
    await sources.wait(callSeconds)
    await Promise.all([first, second])
    const measured = await measuredOf(sources)
    expect([measured[0] - before[0], measured[1] - before[1]]).toEqual([2, expect.closeTo(40)])
  })

  it('is asked for while the circuit is open, which is told, and closed by the first that comes', async () => {
    let isDown = true
    const breaker = { failures: 1, probeEvery: Duration.seconds(5) }
    const { sources } = await over(({ body }) => (isDown ? { status: 503, body: '' } : { body: found(body) }), {
      breaker,
    })
    const open = async () => /cotejo_source_circuit_open\{[^}]*identidad[^}]*\} (\d)/.exec(await sources.metrics())?.[1]
    expect(await open()).toBe('0')
    await sources.ask('identidad', { id: 'ver_1/identidad' })
    expect(await open()).toBe('1')
    expect(waitOf(await sources.ask('identidad', { id }), sources.now())).toBe(7.101)
    expect(sources.told()).toBe('circuito_abierto')
    isDown = false
    sources.pass(5)
    await sources.ask('identidad', { id })
    expect(await open()).toBe('0')
  })
})
