/**
 * How long it takes to read, over HTTP, from an account with a million verifications: by one connection and by
 * four that each ask anew once answered, and in a mix at a steady rate; beside `GET /_salud`, and beside the
 * same requests on a small account whose answers are as long.
 */
import { Agent, get } from 'node:http'
import { fill, type History, requestId, verificationId } from './history.ts'
import { inParallel, percentile, round, startProgram } from './measure.ts'
import { withDatabase } from './postgres.ts'

const million: History = { accounts: ['account-0'], count: 1_000_000, pace: 60, age: 0, inconclusiveEvery: 100 }
/** A hundred and more in each state, so that no answer is shorter than the large account's. */
const small: History = { accounts: ['account-1'], count: 500, pace: 800, age: 0, inconclusiveEvery: 2 }
/** It has nothing under way, and nobody may have to read all of it to see that. */
const quiet: History = { accounts: ['account-2'], count: 100_000, pace: 60, age: 600, inconclusiveEvery: 1_000_000 }
/** Plans are made for the average account. */
const neighbours: History = {
  accounts: Array.from({ length: 2_000 }, (_, index) => `neighbour-${index}`),
  count: 100,
  pace: 60_000,
  age: 60,
  inconclusiveEvery: 10,
}

const seconds = { first: 1, warm: 0.3, alone: 1.2, together: 1.5, small: 1, mixed: 20 }
const connections = 4
const mixedPerSecond = 100

const list = '/v1/verificaciones'
const ofMillion: Record<string, (account: string, nth: number) => string> = {
  'GET /_salud': () => '/_salud',
  consumo: () => '/v1/cuenta/consumo',
  'GET one': (account, nth) => `${list}/${verificationId(account, nth)}`,
  list: () => list,
  'list, limite=100': () => `${list}?limite=100`,
  'estado=en_proceso': () => `${list}?estado=en_proceso`,
  'estado=no_concluyente': () => `${list}?estado=no_concluyente`,
  'estado=emitida': () => `${list}?estado=emitida`,
  'estado=emitida, limite=100': () => `${list}?estado=emitida&limite=100`,
  'estado=otro': () => `${list}?estado=otro`,
  solicitud_id: (_, nth) => `${list}?solicitud_id=${requestId(nth)}`,
}
const firstAsked = 'estado=emitida, limite=100'
const ofQuiet = { 'estado=en_proceso, there is none': () => `${list}?estado=en_proceso` }

interface Subject {
  readonly base: string
  readonly apiKey: string
  readonly history: History
}

/** Times requests of this kind, each for a verification drawn anew. */
type Request = (agent: Agent) => Promise<number>

const requestOf =
  ({ base, apiKey, history }: Subject, path: (account: string, nth: number) => string): Request =>
  (agent) => {
    const url = base + path(history.accounts[0] ?? '', Math.floor(Math.random() * history.count))
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

interface Reading {
  readonly perSecond: number
  readonly times: ReadonlyArray<number>
}

const steadily = async (request: Request, width: number, duration: number): Promise<Reading> => {
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  const times: Array<number> = []
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 1_000
  await inParallel(width, width, async () => {
    while (elapsed() < duration) times.push(await request(agent))
  })
  agent.destroy()
  return { perSecond: times.length / elapsed(), times }
}

interface Drawn {
  readonly name: string
  readonly request: Request
  readonly times: Array<number>
}

/** Kinds drawn at random, at the rate told, whether or not those before were answered. */
const mixed = async (requests: Readonly<Record<string, Request>>): Promise<Record<string, ReadonlyArray<number>>> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const kinds = Object.entries(requests).map(([name, request]): Drawn => ({ name, request, times: [] }))
  const sent: Array<Promise<unknown>> = []
  const start = performance.now()
  while (sent.length < seconds.mixed * mixedPerSecond) {
    const due = start + (sent.length * 1_000) / mixedPerSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    const drawn = kinds[Math.floor(Math.random() * kinds.length)]
    if (drawn === undefined) break
    const answered = drawn.request(agent).then((time) => drawn.times.push(time))
    // It is awaited with the others, and must not end the process before that.
    answered.catch(() => undefined)
    sent.push(answered)
  }
  await Promise.all(sent)
  agent.destroy()
  return Object.fromEntries(kinds.map(({ name, times }) => [name, times]))
}

const figures = (times: ReadonlyArray<number>) => ({
  p50: round(percentile(times, 0.5), 2),
  p99: round(percentile(times, 0.99), 2),
  max: round(Math.max(...times)),
})

const prefixed = (prefix: string, values: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}: ${name}`, value]))

const compare = async (
  requests: Readonly<Record<string, Request>>,
  references: Readonly<Record<string, Request>>,
): Promise<void> => {
  // What a connection planned for those who asked first, accounts of the usual size, must do for the large one too.
  const first = references[firstAsked]
  if (first !== undefined) await steadily(first, connections, seconds.first)
  for (const request of Object.values(requests)) await steadily(request, connections, seconds.warm)
  const inMix = await mixed(Object.fromEntries(Object.entries(requests).filter(([name]) => name in references)))
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, request] of Object.entries(requests)) {
    const alone = await steadily(request, 1, seconds.alone)
    const together = await steadily(request, connections, seconds.together)
    const reference = references[name]
    const ofSmall = reference === undefined ? [] : (await steadily(reference, connections, seconds.small)).times
    rows[name] = {
      ...prefixed('mix', name in inMix ? figures(inMix[name] ?? []) : {}),
      ...prefixed('1', { ...figures(alone.times), 'per s': round(alone.perSecond, 0) }),
      ...prefixed('4', { ...figures(together.times), 'per s': round(together.perSecond, 0) }),
      ...(ofSmall.length === 0
        ? {}
        : { '4: p50 / small': round(percentile(together.times, 0.5) / percentile(ofSmall, 0.5), 2) }),
    }
  }
  console.log(`
Milliseconds of reading from an account with ${million.count} verifications, and for the last row from one with
${quiet.count} and nothing under way: the kinds of the large one mixed at ${mixedPerSecond} per second, then each kind by 1 and by ${connections} connections that
ask anew once answered; and how many times as long as on an account with ${small.count}, whose answers are as long.`)
  console.table(rows)
}

export const reading = (): Promise<void> =>
  withDatabase(3, async ({ url, digestKey, apiKeys }) => {
    await fill(url, [million, small, quiet, neighbours])
    const { base, stop } = await startProgram(['scripts/bench/servers/cotejo.ts', url, digestKey])
    const subject = (history: History, index: number): Subject => ({ base, apiKey: apiKeys[index] ?? '', history })
    const requestsOf = (of: Subject, kinds: typeof ofMillion): Record<string, Request> =>
      Object.fromEntries(Object.entries(kinds).map(([name, path]) => [name, requestOf(of, path)]))
    try {
      await compare(
        { ...requestsOf(subject(million, 0), ofMillion), ...requestsOf(subject(quiet, 2), ofQuiet) },
        requestsOf(subject(small, 1), ofMillion),
      )
    } finally {
      await stop()
    }
  })
