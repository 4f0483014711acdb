/** 10,000 verifications under way at once in one process, memory storage. */
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { inParallel, percentile, residentMegabytes, round, startProgram } from './measure.ts'
import { report } from './report.ts'
import { sized } from './sized.ts'
import { weighable, weighed } from './weighing.ts'

const count = sized(10_000, 200)
const warmUps = count / 10

export const memory = async (): Promise<void> => {
  const simulator = await startProgram([...weighable, 'simulator/main.ts', '--port', '0', '--speed', '1'])
  try {
    await measure(simulator.base, simulator.pid)
  } finally {
    await simulator.stop()
  }
}

const measure = async (base: string, pid: number): Promise<void> => {
  const call = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const atRest = residentMegabytes(pid)
  const { llave } = await call(
    'POST',
    '/_simulador/cuentas',
    {},
    {
      modo: 'consumo',
      saldo: 10_000_000,
      limite_por_minuto: 1_000_000,
    },
  )
  const key = { authorization: `Bearer ${llave}` }

  const ids: Array<string> = []
  const posts: Array<number> = []
  const create = async (solicitud_id: string): Promise<void> => {
    const start = performance.now()
    const { verificacion_id } = await call(
      'POST',
      '/v1/verificaciones',
      { ...key, 'idempotency-key': solicitud_id },
      sampleRequest(solicitud_id),
    )
    posts.push(performance.now() - start)
    ids.push(verificacion_id)
  }
  // Code is compiled in the first of them, and buffers are made.
  await inParallel(warmUps, 32, (index) => create(`primera-${index}`))
  const before = await weighed(base, pid)
  await inParallel(count - warmUps, 32, (index) => create(`sol-${index}`))
  const under = (await call('GET', '/v1/verificaciones?estado=en_proceso&limite=100', key)).verificaciones.length
  const inFlight = residentMegabytes(pid)
  const after = await weighed(base, pid)

  // Their whole life in some seconds, while partners keep reading.
  await call('POST', '/_simulador/reloj', {}, { velocidad: 20 })
  const gets: Array<number> = []
  let peak = inFlight
  let left = count
  while (left > 0) {
    await inParallel(500, 8, async (index) => {
      const start = performance.now()
      await call('GET', `/v1/verificaciones/${ids[(gets.length * 7 + index) % count]}`, key)
      gets.push(performance.now() - start)
    })
    peak = Math.max(peak, residentMegabytes(pid))
    left = (await call('GET', '/v1/verificaciones?estado=en_proceso&limite=100', key)).verificaciones.length
  }
  const { saldo } = await call('GET', '/v1/cuenta/consumo', key)

  report('the simulator with as many under way', {
    'verifications under way': { value: count, unit: under === 100 ? '' : 'SOME ENDED EARLY' },
    'resident at rest': { value: atRest, unit: 'MB' },
    'resident, all under way': { value: inFlight, unit: 'MB' },
    'resident at most': { value: peak, unit: 'MB' },
    'held for each under way': {
      value: round((after.used - before.used) / (count - warmUps)),
      unit: 'KB of heap and buffers',
    },
    'the process grew by, for each': {
      value: round(((inFlight - atRest) * 1_024) / count),
      unit: 'KB, with room for garbage',
    },
    'POST p50': { value: round(percentile(posts, 0.5)), unit: 'ms, 32 connections' },
    'POST p99': { value: round(percentile(posts, 0.99)), unit: 'ms' },
    'GET meanwhile p50': { value: round(percentile(gets, 0.5)), unit: `ms, ${gets.length} of them` },
    'GET meanwhile p99': { value: round(percentile(gets, 0.99)), unit: 'ms' },
    'charged in the end': { value: (10_000_000 - saldo) / 100, unit: `of ${count}` },
  })
}
