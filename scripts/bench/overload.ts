/**
 * A replica that gets five times the requests that it can serve, and the latency of a partner within its plan while
 * another floods. The flood sends at that rate over open connections, without waiting for answers, and over new
 * connections. Also what a flood of refused bodies leaves a partner (flood.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { withDatabase } from '#tools/postgres/benchDatabase.ts'
import { percentile, residentMegabytes, round, startProgram } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { flooded } from './flood.ts'
import { type Ended, Line, written } from './lines.ts'
import { sized } from './sized.ts'

const seconds = {
  warm: sized(4, 1),
  capacity: sized(6, 1),
  overload: sized(12, 2),
  /** V8 gives the pages that a collection frees back to the system about 8 seconds later. */
  rest: sized(12, 1),
  neighbour: sized(20, 1),
}
const connections = { capacity: 32, overload: 500, flood: 300 }
const times = 5
/** The aims. Memory may grow once to what a crowd needs; a second crowd reuses it. */
const aims = { goodput: 0.8, p99: 2_000, restedAfter: 2_000, growth: 32, neighbourP50: 10, neighbourP99: 10 }
/** Partners that share the load. */
const partners = 8
/** The rate of a partner within its plan, and of clients with new connections. */
const steadyPerSecond = 20

/** `--flood` runs only the flood. */
const isFloodOnly = process.argv.includes('--flood')

let requests = 0

/** One creation to three reads. */
const next = (keys: ReadonlyArray<string>): string => {
  requests += 1
  const key = keys[requests % keys.length] ?? ''
  if (requests % 4 > 0) return written('GET', '/v1/verificaciones?limite=5', key)
  const id = `sol-${String(requests).padStart(8, '0')}`
  return written('POST', '/v1/verificaciones', key, id, JSON.stringify(sampleRequest(id)))
}

/** Sends requests as fast as they are answered. */
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

/** Sends requests at this rate, as long as idle connections are available. */
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

/** Sends each request over its own connection. */
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

/** Resident memory after a garbage collection. */
const heldMegabytes = async (pid: number): Promise<number> => {
  process.kill(pid, 'SIGUSR2')
  await sleep(seconds.rest * 1_000)
  return residentMegabytes(pid)
}

/** Sends five times the capacity, and reports the result. */
const crowded = async (
  base: string,
  pid: number,
  keys: ReadonlyArray<string>,
  capacity: ReturnType<typeof figures>,
) => {
  const [stranger = '', ...others] = keys
  let most = residentMegabytes(pid)
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
  let restedAfter = 0
  for (const probe = new Line(base); ; await sleep(20)) {
    const { status, took } = await probe.ask(written('GET', '/v1/cuenta/consumo', stranger))
    restedAfter = performance.now() - stopped
    if (status === 200 && took < Math.max(50, capacity['p50 ms'])) {
      probe.close()
      break
    }
  }
  clearInterval(watching)
  for (const line of lines) line.close()
  const figuresOf = (ends: ReadonlyArray<Ended>) => figures(ends, seconds.overload)
  return {
    load: figuresOf(load.ends),
    fresh: figuresOf(fresh),
    health: figuresOf(health),
    unsent: load.unsent,
    restedAfter,
    most,
    after: await heldMegabytes(pid),
  }
}

const overloaded = async (base: string, pid: number, keys: ReadonlyArray<string>): Promise<void> => {
  const others = keys.slice(1)
  await closely(base, others, connections.capacity, seconds.warm)
  const capacity = figures(await closely(base, others, connections.capacity, seconds.capacity), seconds.capacity)
  const before = await heldMegabytes(pid)
  const first = await crowded(base, pid, keys, capacity)
  const second = await crowded(base, pid, keys, capacity)
  const rows = Object.entries({ first, second }).flatMap(([name, { load, fresh, health }]) => [
    [`five times as much, ${name}`, load],
    [`meanwhile, new connections, ${name}`, fresh],
    [`meanwhile, GET /_salud, ${name}`, health],
  ])
  report(
    `one replica, ${partners} partners, one creation to three lists of five; ${times * capacity['served/s']}/s asked over ${connections.overload} connections`,
    Object.fromEntries([[`as it can, ${connections.capacity} connections`, capacity], ...rows]),
  )
  const of = ({ load, fresh, restedAfter }: typeof first) => ({
    'goodput / capacity': { value: load['served/s'] / capacity['served/s'], atLeast: aims.goodput },
    'p99 of what is served': { value: load['p99 ms'], atMost: aims.p99, unit: 'ms' },
    'p99 of new connections': { value: fresh['p99 ms'], atMost: aims.p99, unit: 'ms' },
    'new connections without an answer': { value: fresh.other, atMost: 0 },
    'at rest after': { value: restedAfter, atMost: aims.restedAfter, unit: 'ms' },
  })
  const twice = Object.entries({ first, second }).flatMap(([name, one]) =>
    Object.entries(of(one)).map(([aim, figure]) => [`${aim}, ${name}`, figure]),
  )
  judge('more than it can', {
    ...Object.fromEntries(twice),
    'not sent, no connection was free': { value: first.unsent + second.unsent },
    'memory before': { value: before, unit: 'MB' },
    'memory at most': { value: Math.max(first.most, second.most), unit: 'MB' },
    'memory after the first': { value: first.after, unit: 'MB' },
    'memory after the second': { value: second.after, unit: 'MB' },
    'grown from the first to the second': { value: second.after - first.after, atMost: aims.growth, unit: 'MB' },
  })
}

/** The latency of a partner within its plan, alone and while another floods. */
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
  report(
    `a partner that asks ${steadyPerSecond} times a second, and another over ${connections.flood} connections as fast as it can`,
    { alone, 'while another floods': meanwhile, 'the other': figures(flood, seconds.neighbour + 2) },
  )
  judge('beside a neighbour', {
    'p50 / alone': { value: meanwhile['p50 ms'] / alone['p50 ms'], atMost: aims.neighbourP50 },
    'p99 / alone': { value: meanwhile['p99 ms'] / alone['p99 ms'], atMost: aims.neighbourP99 },
    'refused or without an answer': { value: meanwhile['503'] + meanwhile.other, atMost: 0 },
  })
}

export const overload = (): Promise<void> =>
  withDatabase(partners, async ({ url, digestKey, apiKeys }) => {
    const { base, pid, stop } = await startProgram(['--expose-gc', 'scripts/bench/servers/cotejo.ts', url, digestKey])
    try {
      const [flooding = '', own = ''] = apiKeys
      await flooded(base, pid, () => next([own]), flooding)
      if (isFloodOnly) return
      await overloaded(base, pid, apiKeys)
      await neighbours(base, apiKeys)
    } finally {
      await stop()
    }
  })
