import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { certificate } from '#tools/machine/certificate.ts'
import { plainEnvironment } from '#tools/machine/processes.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'

/** The status with which a provider, or the processor, answers a question. */
const statusOf = async (url: string, key = ''): Promise<number | undefined> => {
  const headers = { authorization: `Bearer ${key}` }
  const asking = request(url, { method: 'POST', ca: certificate, headers }).end('{"consulta_id":"con_1","curp":"X"}')
  const [answer] = await once(asking, 'response')
  answer.resume()
  return answer.statusCode
}

/** A request with a part, a webhook, and what is of another verification, in no order. */
const span = (spanId: string, name: string, [from, to]: readonly [number, number], more: object) => ({
  ...{ traceId: 't1', spanId, name, status: { code: 1 }, attributes: [], ...more },
  startTimeUnixNano: `179${from.toString().padStart(16, '0')}`,
  endTimeUnixNano: `179${to.toString().padStart(16, '0')}`,
})
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const number = (key: string, intValue: number) => ({ key, value: { intValue } })
const spans = [
  span('c', 'webhooks', [1_000_000_000, 1_030_250_000], {
    status: { code: 2 },
    attributes: [text('result', 'conexion_fallida'), number('attempt', 1), text('verificacion_id', 'ver_1')],
  }),
  span('x', 'POST /v1/verificaciones', [0, 9], { traceId: 't2', attributes: [text('verificacion_id', 'ver_2')] }),
  span('b', 'admit', [500_000, 1_500_000], { parentSpanId: 'a' }),
  span('a', 'POST /v1/verificaciones', [0, 2_000_000], {
    parentSpanId: 'of the partner',
    attributes: [number('http.response.status_code', 200)],
  }),
]
const collected = { resourceSpans: [{ scopeSpans: [{ spans }] }] }

/** Starts the program that docs/operate/rehearse.md names, until it has said what to do with it. */
const startRehearsal = async () => {
  const directory = temporaryDirectory('rehearsal')
  const program = spawn(process.execPath, ['scripts/surroundings.ts', directory], {
    env: plainEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void program.kill('SIGKILL'))
  let said = ''
  for await (const text of program.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text
    if (said.includes('Ctrl-C ends everything.')) break
  }
  program.stdout.resume()
  const file = join(directory, 'known')
  const exported = readFileSync(file, 'utf8').matchAll(/^export ([A-Z_0-9]+)='(.*)'$/gm)
  return { program, file, known: Object.fromEntries(Array.from(exported, ([, name, value]) => [name, value])) }
}

it('two rehearsals on one machine have no port in common', async () => {
  const rehearsals = await Promise.all([startRehearsal(), startRehearsal()])
  const ports = rehearsals.flatMap(({ known }) =>
    ['PORT_0', 'METRICS_0', 'PORT_1', 'METRICS_1'].map((name) => known[name]),
  )
  expect(new Set(ports).size).toBe(8)
  for (const { program } of rehearsals) {
    program.kill('SIGTERM')
    await once(program, 'close')
  }
})

it('the surroundings of a rehearsal say what step 1 exports, are broken and mended on demand, and go with their program', async () => {
  const { program, file, known } = await startRehearsal()
  const lever = async (name: string, condition = '') => {
    const answer = await fetch(`${known['LEVERS']}/${name}`, { method: 'POST', body: condition })
    return [answer.status, await answer.text()]
  }
  const [identity, judicial, processor] = [known['IDENTITY_URL'], known['JUDICIAL_URL'], known['PROCESSOR_URL']].map(
    String,
  )
  const statuses = async () => [
    await statusOf(`${identity}/identidad/consultas`, known['IDENTITY_KEY']),
    await statusOf(`${judicial}/x`, known['JUDICIAL_KEY']),
    await statusOf(`${processor}/v1/transfers`),
  ]

  expect(await statuses()).toEqual([200, 200, 401])
  expect(await statusOf(`${judicial}/x`, known['IDENTITY_KEY'])).toBe(401)
  expect(await lever('identidad', 'refuses')).toEqual([200, 'refuses\n'])
  expect(await lever('judicial', 'fails')).toEqual([200, 'fails\n'])
  expect(await lever('procesador', 'fails')).toEqual([200, 'fails\n'])
  expect(await statuses()).toEqual([401, 500, 500])
  expect(await lever('procesador', 'refuses')).toEqual([200, 'refuses\n'])
  expect(await statuses()).toEqual([401, 500, 401])
  const standing = async () => (await fetch(`${known['LEVERS']}/`)).text()
  expect(await standing()).toBe('identidad refuses\njudicial fails\nprocesador refuses\n')
  await lever('procesador', 'hangs')
  const unanswered = statusOf(`${processor}/v1/transfers`).catch(() => 'never answered')
  for (const name of ['identidad', 'judicial', 'procesador']) await lever(name, 'works')
  expect(await statuses()).toEqual([200, 200, 401])
  expect(await lever('payment')).toEqual([200, expect.stringMatching(/^pi_\w+\n$/)])
  const levers =
    'POST identidad, judicial, procesador: works, slow, fails, refuses, hangs. POST payment. GET /, trace/ver_…'
  expect(await lever('judicial', 'asleep')).toEqual([404, `There is no such lever, and nothing changed. ${levers}\n`])
  expect(await lever('judicials', 'slow')).toEqual([404, `There is no such lever, and nothing changed. ${levers}\n`])

  const traceOf = async (id: string) => (await fetch(`${known['LEVERS']}/trace/${id}`)).text()
  expect(await traceOf('ver_1')).toBe('Nothing of it has come yet: its spans come some seconds after it.\n')
  await fetch(`${known['COTEJO_OTLP_ENDPOINT']}/v1/traces`, { method: 'POST', body: JSON.stringify(collected) })
  expect(await traceOf('ver_1')).toBe(
    [
      'trace t1',
      '+0 ms         POST /v1/verificaciones http.response.status_code=200 (2 ms)',
      '+0.5 ms         admit (1 ms)',
      '+1000 ms      webhooks attempt=1 result=conexion_fallida FAILED (30.25 ms)\n',
    ].join('\n'),
  )

  program.kill('SIGTERM')
  await once(program, 'close')
  expect(await unanswered).toBe('never answered')
  expect([program.exitCode, existsSync(file), existsSync(String(known['DATABASE_CA']))]).toEqual([0, false, false])
})
