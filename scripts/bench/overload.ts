/**
 * What a replica does that is asked for five times what it can serve, and how long a partner within its own plan
 * waits while another floods: over kept connections that ask at that rate, whether or not those before were
 * answered, beside new connections.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { type Ended, Line, written } from './lines.ts'
import { percentile, residentMegabytes, round, startProgram } from './measure.ts'
import { withDatabase } from './postgres.ts'

const seconds = { warm: 4, capacity: 6, overload: 12, rest: 2, neighbour: 6 }
const connections = { capacity: 32, overload: 500, flood: 300 }
const times = 5
/** Partners that share the load. */
const partners = 8
/** Of a partner within its plan, and of those who connect anew. */
const steadyPerSecond = 20

let requests = 0

/** One creation to three reads. */
const next = (keys: ReadonlyArray<string>): string => {
  requests += 1
  const key = keys[requests % keys.length] ?? ''
  if (requests % 4 > 0) return written('GET', '/v1/verificaciones?limite=5', key)
  const id = `sol-${requests.toString(36).padStart(8, '0')}`
  return written('POST', '/v1/verificaciones', key, id, JSON.stringify(sampleRequest(id)))
}

/** As fast as they are answered. */
const closely = async (base: string, keys: ReadonlyArray<string>, width: number, duration: number) => {
  const ends: Array<Ended> = []
  const until = performance.now() + duration * 1_000
  const lane = async () => {
    const line = new Line(base)
    while (performance.now() < until) ends.push(await line.ask(next(keys)))
    line.close()
  }
  await Promise.all(Array.from({ length: width }, lane))
  return ends
}

/** At this rate, as far as there are connections that wait for nothing. */
const atRate = async (lines: ReadonlyArray<Line>, one: () => string, perSecond: number, duration: number) => {
  const ends: Array<Ended> = []
  const asked: Array<Promise<unknown>> = []
  const free = [...lines]
  const start = performance.now()
  let due = 0
  let unsent = 0
  for (let elapsed = 0; elapsed < duration; elapsed = (performance.now() - start) / 1_000) {
    for (; due < elapsed * perSecond; due++) {
      const line = free.pop()
      if (line === undefined) unsent += 1
      else {
        const answered = line.ask(one()).then((end) => {
          ends.push(end)
          free.unshift(line)
        })
        asked.push(answered)
      }
    }
    await sleep(2)
  }
  await Promise.all(asked)
  return { ends, unsent }
}

/** Each over a connection of its own. */
const anew = async (base: string, one: () => string, perSecond: number, duration: number) => {
  const ends: Array<Ended> = []
  const asked: Array<Promise<unknown>> = []
  for (let count = 0; count < perSecond * duration; count++) {
    const line = new Line(base)
    asked.push(
      line.ask(one()).then((end) => {
        line.close()
        ends.push(end)
      }),
    )
    await sleep(1_000 / perSecond)
  }
  await Promise.all(asked)
  return ends
}

const figures = (ends: ReadonlyArray<Ended>, duration: number) => {
  const served = ends.filter(({ status }) => status === 200)
  const of = (status: number) => ends.filter((end) => end.status === status).length
  const took = served.map((end) => end.took)
  return {
    'served/s': round(served.length / duration, 0),
    'p50 ms': round(percentile(took, 0.5)),
    'p99 ms': round(percentile(took, 0.99)),
    '503': of(503),
    other: ends.length - served.length - of(503),
  }
}

const overloaded = async (base: string, pid: number, keys: ReadonlyArray<string>): Promise<void> => {
  const [stranger = '', ...others] = keys
  await closely(base, others, connections.capacity, seconds.warm)
  const capacity = figures(await closely(base, others, connections.capacity, seconds.capacity), seconds.capacity)
  const before = residentMegabytes(pid)
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid))
  }, 200)
  const lines = Array.from({ length: connections.overload }, () => new Line(base))
  const rate = times * capacity['served/s']
  const [load, fresh, health] = await Promise.all([
    atRate(lines, () => next(others), rate, seconds.overload),
    anew(base, () => written('GET', '/v1/cuenta/consumo', stranger), steadyPerSecond, seconds.overload),
    anew(base, () => 'GET /_salud HTTP/1.1\r\nHost: bench\r\n\r\n', steadyPerSecond / 4, seconds.overload),
  ])
  const stopped = performance.now()
  const usual = capacity['p50 ms']
  let restedAfter = 0
  for (const probe = new Line(base); ; await sleep(20)) {
    const { status, took } = await probe.ask(written('GET', '/v1/cuenta/consumo', stranger))
    restedAfter = performance.now() - stopped
    if (status === 200 && took < Math.max(50, usual)) {
      probe.close()
      break
    }
  }
  clearInterval(watching)
  for (const line of lines) line.close()
  await sleep(seconds.rest * 1_000)
  console.log(
    `\none replica, ${partners} partners, one creation to three lists of five; ${rate}/s asked over ${connections.overload} connections`,
  )
  const overload = figures(load.ends, seconds.overload)
  console.table({
    [`as it can, ${connections.capacity} connections`]: capacity,
    'five times as much': overload,
    'meanwhile, new connections': figures(fresh, seconds.overload),
    'meanwhile, GET /_salud': figures(health, seconds.overload),
  })
  console.table({
    'goodput / capacity': { value: round(overload['served/s'] / capacity['served/s'], 2), aim: '>= 0.8' },
    'p99 of what is served': { value: overload['p99 ms'], aim: '<= 2000 ms' },
    'p99 of new connections': { value: figures(fresh, 1)['p99 ms'], aim: '<= 2000 ms' },
    'not sent, no connection was free': { value: load.unsent, aim: '' },
    'at rest after': { value: round(restedAfter, 0), aim: '<= 2000 ms' },
    'memory before': { value: before, aim: 'MB' },
    'memory at most': { value: most, aim: 'MB' },
    'memory after': { value: residentMegabytes(pid), aim: 'MB' },
  })
}

/** A partner within its plan, alone and while another floods. */
const neighbours = async (base: string, [heavy = '', light = '']: ReadonlyArray<string>): Promise<void> => {
  const steadily = async () => {
    const lines = Array.from({ length: 16 }, () => new Line(base))
    const { ends } = await atRate(lines, () => next([light]), steadyPerSecond, seconds.neighbour)
    for (const line of lines) line.close()
    return ends
  }
  await steadily()
  const alone = figures(await steadily(), seconds.neighbour)
  const [flood, beside] = await Promise.all([
    closely(base, [heavy], connections.flood, seconds.neighbour + 2),
    sleep(1_000).then(steadily),
  ])
  const meanwhile = figures(beside, seconds.neighbour)
  console.log(
    `\na partner that asks ${steadyPerSecond} times a second, and another over ${connections.flood} connections as fast as it can`,
  )
  console.table({
    alone,
    'while another floods': meanwhile,
    'the other': figures(flood, seconds.neighbour + 2),
  })
  console.table({
    'p50 / alone': { value: round(meanwhile['p50 ms'] / alone['p50 ms'], 1) },
    'p99 / alone': { value: round(meanwhile['p99 ms'] / alone['p99 ms'], 1) },
  })
}

export const overload = (): Promise<void> =>
  withDatabase(partners, async ({ url, digestKey, apiKeys }) => {
    const { base, pid, stop } = await startProgram(['scripts/bench/servers/cotejo.ts', url, digestKey])
    try {
      await overloaded(base, pid, apiKeys)
      await neighbours(base, apiKeys)
    } finally {
      await stop()
    }
  })
