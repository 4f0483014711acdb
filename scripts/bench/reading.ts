/**
 * The duration of readings over HTTP: from an account with many verifications, from one with 10,000, and from a Fastify
 * and `pg` server that sends the same stored bytes by the same indexes. The three alternate, so that other load affects
 * them equally.
 */
import { Agent, get } from 'node:http'
import { withDatabase } from '#tools/postgres/benchDatabase.ts'
import { inParallel, percentile, processorSeconds, round, startProgram } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { sealing } from './documents.ts'
import { fill, type History, requestId, verificationId } from './history.ts'
import { sized } from './sized.ts'

const count = sized(1_000_000, 20_000)
const large: History = {
  accounts: ['account-0'],
  count,
  pace: 60,
  age: 0,
  inconclusiveEvery: 50,
  readableEvery: 100,
}
const small: History = {
  accounts: ['account-1'],
  count: sized(10_000, 2_000),
  pace: 800,
  age: 0,
  inconclusiveEvery: 10,
  readableEvery: 1,
}
/** Postgres plans for the average account. */
const neighbours: History = {
  accounts: Array.from({ length: 500 }, (_, index) => `neighbour-${index}`),
  count: sized(100, 2),
  pace: 60_000,
  age: 60,
  inconclusiveEvery: 10,
  readableEvery: null,
}

const turns = sized(20, 2)
/** Measure only compiled code, because a server runs for days, and code is optimised differently with few requests. */
const seconds = { compiled: sized(3, 0.1), warm: 0.5, turn: 0.12 }

const list = '/v1/verificaciones'
const kinds: Record<string, (account: string, nth: number) => string> = {
  'GET one': (account, nth) => `${list}/${verificationId(account, nth)}`,
  list: () => list,
  'list, limite=100': () => `${list}?limite=100`,
  'estado=en_proceso': () => `${list}?estado=en_proceso`,
  'estado=emitida': () => `${list}?estado=emitida`,
  'estado=emitida, limite=100': () => `${list}?estado=emitida&limite=100`,
  'estado=no_concluyente': () => `${list}?estado=no_concluyente`,
  'estado=no_concluyente, limite=100': () => `${list}?estado=no_concluyente&limite=100`,
  solicitud_id: (_, nth) => `${list}?solicitud_id=${requestId(nth)}`,
}

interface Subject {
  readonly base: string
  readonly pid: number
  readonly apiKey: string
  readonly history: History
}

/** The milliseconds of one request of this kind for a random verification. */
const ask = ({ base, apiKey, history }: Subject, kind: string, agent: Agent): Promise<number> => {
  const { accounts, count, readableEvery } = history
  const nth = Math.floor((Math.random() * count) / (readableEvery ?? 1)) * (readableEvery ?? 1)
  const url = base + kinds[kind]?.(accounts[0] ?? '', nth)
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${apiKey}` } }, (response) => {
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - start)
        else reject(new Error(`${url} was answered ${response.statusCode}`))
      })
      response.resume()
    }).on('error', reject)
  })
}

/** The latencies of an agent's connections, each of which sends the next request after an answer. */
const steadily = async (subject: Subject, kind: string, agent: Agent, duration: number) => {
  const times: Array<number> = []
  const until = performance.now() + duration * 1_000
  await inParallel(agent.maxSockets, agent.maxSockets, async () => {
    while (performance.now() < until) times.push(await ask(subject, kind, agent))
  })
  return times
}

/** Runs with this many open connections to each server. */
const connected = async <A>(width: number, use: (agent: Agent) => Promise<A>): Promise<A> => {
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  try {
    return await use(agent)
  } finally {
    agent.destroy()
  }
}

const measured = async (subjects: Readonly<Record<string, Subject>>, kind: string, agent: Agent) => {
  for (const subject of Object.values(subjects)) await steadily(subject, kind, agent, seconds.warm)
  const times: Record<string, Array<number>> = {}
  const used: Record<string, number> = {}
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, subject] of Object.entries(subjects)) {
      const before = processorSeconds(subject.pid)
      times[name] = [...(times[name] ?? []), ...(await steadily(subject, kind, agent, seconds.turn))]
      used[name] = (used[name] ?? 0) + processorSeconds(subject.pid) - before
    }
  }
  const at = (name: string, part: number) => percentile(times[name] ?? [], part)
  const cost = (name: string) => (1_000 * (used[name] ?? 0)) / (times[name]?.length ?? 0)
  const ratio = (name: string, part: number) => round(at('ours', part) / at(name, part), 2)
  return {
    p50: round(at('ours', 0.5), 2),
    p99: round(at('ours', 0.99), 2),
    'Fastify p50': round(at('Fastify', 0.5), 2),
    'Fastify p99': round(at('Fastify', 0.99), 2),
    'p50 / Fastify': ratio('Fastify', 0.5),
    'p99 / Fastify': ratio('Fastify', 0.99),
    'ms of CPU': round(cost('ours'), 2),
    'CPU / Fastify': round(cost('ours') / cost('Fastify'), 2),
    'p50 / 10,000': ratio('few', 0.5),
    'p99 / 10,000': ratio('few', 0.99),
  }
}

export const reading = (): Promise<void> =>
  withDatabase(2, async ({ url, digestKey, apiKeys }) => {
    await fill(url, await sealing(url, Buffer.from(digestKey, 'base64')), [large, small, neighbours])
    const ours = await startProgram(['scripts/bench/servers/cotejo.ts', url, digestKey])
    const fastify = await startProgram(['scripts/bench/peers/fastify.ts', 'statements', url, digestKey])
    const [ofLarge = '', ofSmall = ''] = apiKeys
    const subjects = {
      ours: { ...ours, apiKey: ofLarge, history: large },
      Fastify: { ...fastify, apiKey: ofLarge, history: large },
      few: { ...ours, apiKey: ofSmall, history: small },
    }
    try {
      for (const width of [1, 4, 64]) {
        const rows: Record<string, Awaited<ReturnType<typeof measured>>> = {}
        await connected(width, async (agent) => {
          for (const kind of Object.keys(kinds)) {
            for (const subject of Object.values(subjects)) await steadily(subject, kind, agent, seconds.compiled)
          }
          for (const kind of Object.keys(kinds)) rows[kind] = await measured(subjects, kind, agent)
        })
        const how = `${width} connection${width > 1 ? 's' : ''}, of ${count} verifications`
        report(`milliseconds of reading by ${how}`, rows)
        const aims = Object.entries(rows).flatMap(([kind, row]) => [
          [`${kind}: p99 / Fastify`, { value: row['p99 / Fastify'], atMost: 1.2 }],
          [`${kind}: p99 / 10,000`, { value: row['p99 / 10,000'], atMost: 1.3 }],
        ])
        judge(`p99 by ${how}`, Object.fromEntries(aims))
      }
    } finally {
      await ours.stop()
      await fastify.stop()
    }
  })
