/** The environment of one verification's life, new for each trial: a database, a processor and a receiver. */

import { platformOf } from '#simulator/processor/Platform.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { startProcessor } from '#tools/peers/payments.ts'
import { type Receiver, startReceiver } from '#tools/peers/receiver.ts'
import { type OpenConnection, openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, migrated, openAccount } from '#tools/service/server.ts'
import type { Surroundings } from './Replica.ts'

/**
 * Names statements so that a list of them is readable: by what they write, or else by the function or table they read.
 */

const plain = (sql: string): string => sql.replace(/\s+/g, ' ').trim()

const nameOf = (sql: string): string => {
  const writes = [
    ...plain(sql).matchAll(
      /\b(INSERT INTO|(?<!KEY |DO |FOR )UPDATE|DELETE FROM) "?([a-z_]+)"?(?: \w)?(?: SET "?([a-z_]+))?/g,
    ),
  ].map(([, verb = '', table = '', column]) => `${verb} ${table}${column === undefined ? '' : ` (${column})`}`)
  if (writes.length > 0) return [...new Set(writes)].join(', ')
  const [, read, bracket] = /\bFROM ([a-z_]+)(\(?)/.exec(plain(sql)) ?? []
  if (read === undefined) return plain(sql).slice(0, 60)
  return bracket === '(' && !plain(sql).includes('extract(') ? `${read}()` : `SELECT FROM ${read}`
}

/** Names each statement. Statements with the same name also get a number. */
const makeKinds = () => {
  const known = new Map<string, ReadonlyArray<string>>()
  return (sql: string): string => {
    const text = plain(sql).replace(/\$\d+(?:, ?\$\d+)*/g, '$')
    const name = nameOf(sql)
    const texts = known.get(name) ?? []
    if (!texts.includes(text)) known.set(name, [...texts, text])
    const index = (known.get(name) ?? []).indexOf(text)
    return index === 0 ? name : `${name} [${index + 1}]`
  }
}

/** The modes, with one account each. */
export const modes = ['consumo', 'connect'] as const
type Mode = (typeof modes)[number]
export const priceCentavos = 100_00
/** The initial balance of an account in mode consumo. */
export const openingCentavos = 1_000_00

/** How a life ends, and a sandbox scenario with that end. */
export const scenarios = { emitida: 'LIMP', no_concluyente: 'NOEX' } as const
export interface Life {
  readonly mode: Mode
  readonly end: keyof typeof scenarios
}

const apiKeys = new Map<Mode, string>()
const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const prepare = async (url: string): Promise<void> => {
  await migrated(url)
  // More requests than a trial makes, on any machine.
  const plan = { requestsPerMinute: 100_000 }
  for (const mode of modes) apiKeys.set(mode, await openAccount(url, mode, { mode, signingSecret, plan }))
  const { restrictedKey, destination } = platformOf('connect')
  await cotejo(url, ['accounts', 'processor', 'connect', '--destination', destination], {
    COTEJO_PROCESSOR_KEY: restrictedKey,
  })
}

/** The same names in all worlds. */
const kindOf = makeKinds()

/** A database with an account in each mode, a processor and a receiver. */
export interface Scene {
  readonly around: Surroundings
  /** Runs a statement in the database directly, without a gate. */
  readonly ask: OpenConnection['ask']
  readonly receiver: Receiver
  readonly processor: Awaited<ReturnType<typeof startProcessor>>
  readonly stop: () => Promise<void>
}

/** A partner of one mode before its request. */
export interface World extends Scene, Life {
  readonly apiKey: string
  readonly body: Readonly<Record<string, unknown>>
}

const portOf = (address: string): number => Number(new URL(address).port)

export const makeScene = async (): Promise<Scene> => {
  const [databaseUrl, receiver, processor] = await Promise.all([
    testDatabase(prepare),
    startReceiver(),
    startProcessor(['connect']),
  ])
  const { ask, close } = await openConnection(databaseUrl)
  const ports = { processorPort: portOf(processor.address), receiverPort: receiver.port }
  return {
    around: { databaseUrl, ...ports, putOff: new Set(), kindOf },
    ask,
    receiver,
    processor,
    stop: async () => {
      receiver.stop()
      await Promise.all([processor.stop(), close()])
      const maintenance = new URL(databaseUrl)
      const name = maintenance.pathname.slice(1)
      maintenance.pathname = '/postgres'
      await query(maintenance.href, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** The request of a partner in this mode, with this end, and with its own payment if one is needed. */
export const makeWorldIn = async (scene: Scene, life: Life, requestId: string): Promise<World> => {
  const { mode, end } = life
  const payment = mode === 'connect' ? await scene.processor.pay(mode, priceCentavos) : null
  const billing = payment === null ? {} : { cobro: { modo: 'connect', payment_intent_id: payment } }
  const body = { ...sampleRequest(requestId, scenarios[end]), ...billing }
  return { ...scene, ...life, apiKey: apiKeys.get(mode) ?? '', body }
}

export const makeWorld = async (life: Life): Promise<World> => makeWorldIn(await makeScene(), life, 'sol-1')
