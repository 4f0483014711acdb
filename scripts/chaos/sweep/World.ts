/** What a verification's life happens in, made anew for each trial: a database, a processor and a receiver. */

import { startProcessor } from '#scripts/chaos/payments.ts'
import { type Receiver, startReceiver } from '#scripts/receiver.ts'
import { platformOf } from '#simulator/processor/Platform.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { query, testDatabase } from '#test/support/postgres.ts'
import { cotejo, migrated, openAccount } from '#test/support/server.ts'
import { makeKinds } from './Kinds.ts'
import type { Surroundings } from './Replica.ts'

/** One account in each mode, by its mode. */
export const modes = ['consumo', 'connect'] as const
type Mode = (typeof modes)[number]
export const priceCentavos = 100_00

/** How a life ends, and the scenario of the sandbox that ends so. */
export const scenarios = { emitida: 'LIMP', no_concluyente: 'NOEX' } as const
export interface Life {
  readonly mode: Mode
  readonly end: keyof typeof scenarios
}

const apiKeys = new Map<Mode, string>()
const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const prepare = async (url: string): Promise<void> => {
  await migrated(url)
  for (const mode of modes) apiKeys.set(mode, await openAccount(url, mode, { mode, signingSecret }))
  const { restrictedKey, destination } = platformOf('connect')
  await cotejo(url, ['accounts', 'processor', 'connect', '--destination', destination], {
    COTEJO_PROCESSOR_KEY: restrictedKey,
  })
}

/** The same names in all worlds. */
const kindOf = makeKinds()

export interface World extends Life {
  readonly around: Surroundings
  readonly apiKey: string
  readonly body: Readonly<Record<string, unknown>>
  readonly receiver: Receiver
  readonly processor: Awaited<ReturnType<typeof startProcessor>>
  readonly end: Life['end']
  readonly stop: () => Promise<void>
}

const portOf = (address: string): number => Number(new URL(address).port)

/** A partner of this mode who is about to request a verification that will end so. */
export const makeWorld = async (life: Life): Promise<World> => {
  const { mode, end } = life
  const [databaseUrl, receiver, processor] = await Promise.all([
    testDatabase(prepare),
    startReceiver(),
    startProcessor(['connect']),
  ])
  const payment = mode === 'connect' ? await processor.pay(mode, priceCentavos) : null
  return {
    ...life,
    around: {
      databaseUrl,
      processorPort: portOf(processor.address),
      receiverPort: receiver.port,
      putOff: new Set(),
      kindOf,
    },
    apiKey: apiKeys.get(mode) ?? '',
    body: {
      ...sampleRequest('sol-1', scenarios[end]),
      ...(payment === null ? {} : { cobro: { modo: 'connect', payment_intent_id: payment } }),
    },
    receiver,
    processor,
    stop: async () => {
      receiver.stop()
      await processor.stop()
      const maintenance = new URL(databaseUrl)
      const name = maintenance.pathname.slice(1)
      maintenance.pathname = '/postgres'
      await query(maintenance.href, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}
