/**
 * A service of production in which four things are broken: a provider is slow, a receiver never answers, the payment
 * processor makes no transfer, and a list that screening needs has expired. Two replicas, three partners, and
 * what they leave to be looked at: metrics, logs and traces.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DateTime, Effect } from 'effect'
import { crowd } from '#scripts/bench/crowd.ts'
import { inParallel } from '#scripts/bench/measure.ts'
import { startReceiver } from '#scripts/receiver.ts'
import { certificate, certificateKey } from '#test/support/certificate.ts'
import { startCollector } from '#test/support/collector.ts'
import { importing, postgresLists } from '#test/support/lists.ts'
import { asRole, testDatabase } from '#test/support/postgres.ts'
import { found, provider, searched } from '#test/support/providers.ts'
import { secureProcessor } from '#test/support/secureProcessor.ts'
import {
  cotejo,
  create,
  environmentOf,
  migrated,
  openAccount,
  type ServerProcess,
  startServer,
} from '#test/support/server.ts'
import { temporaryDirectory } from '#test/support/temporary.ts'

/** How long the provider of identidad takes, milliseconds. */
export const slow = 4_000
/** Each partner asks for so many, one every so many milliseconds. */
const load = { requests: 60, pause: 500 }
/** Days since the list of taxpayers was the latest; it serves for 45. */
const expired = 60
const curp = 'LIMP900101HDFRRS03'
const tls = { cert: certificate, key: certificateKey }

/** The partners, by what becomes of their work. */
export const partners = { well: 'well', unheard: 'unheard', unpaid: 'unpaid' } as const
export const deadReceiver = 'hangs.example.com'

export interface World {
  readonly replicas: ReadonlyArray<ServerProcess>
  /** The traces so far, as OTLP has them. */
  readonly traces: () => string
  /** `cotejo` with the settings of a replica; what it printed. */
  readonly run: (args: ReadonlyArray<string>) => Promise<string>
  /** Verifications that partners were given, by partner. */
  readonly created: ReadonlyMap<string, ReadonlyArray<string>>
}

const importLists = (url: string): Promise<void> => {
  const now = DateTime.nowUnsafe()
  const entries = crowd('listed', 300).map(({ entry }) => entry)
  const before = (days: number) => DateTime.formatIsoDateUtc(DateTime.subtract(now, { days }))
  return Effect.gen(function* () {
    for (const list of ['ofac_sdn', 'onu'] as const) {
      yield* importing(list, entries, { cutOff: before(0), importedAt: now, confirmedAt: now })
    }
    yield* importing('sat_69b', entries, { cutOff: before(expired), importedAt: now })
  }).pipe(Effect.provide(postgresLists(url)), Effect.asVoid, Effect.runPromise)
}

/** Uses the service while everything is broken and partners go on, and ends it. */
export const withWorld = async (use: (world: World) => Promise<void>): Promise<void> => {
  const authority = join(temporaryDirectory('questions'), 'authority.pem')
  writeFileSync(authority, certificate)
  const url = await testDatabase(migrated)
  await importLists(url)
  const [identity, courts, processor, receiver, collector] = await Promise.all([
    provider(({ body }) => setTimeout(slow, { body: found(body) }), tls),
    provider(({ body }) => ({ body: searched(body) }), tls),
    secureProcessor(),
    startReceiver(),
    startCollector(),
  ])
  const settings = {
    COTEJO_ENVIRONMENT: 'production',
    COTEJO_IDENTITY_URL: identity.url,
    COTEJO_IDENTITY_KEY: 'una-llave-de-prueba',
    COTEJO_JUDICIAL_URL: courts.url,
    COTEJO_JUDICIAL_KEY: 'otra-llave-de-prueba',
    COTEJO_PROVIDER_CA_FILE: authority,
    COTEJO_PROCESSOR_URL: processor.url,
    COTEJO_PROCESSOR_CA_FILE: authority,
    COTEJO_OTLP_ENDPOINT: collector.endpoint,
  }
  const account = (id: string, mode: 'consumo' | 'connect') =>
    openAccount(url, id, {
      mode,
      environment: 'production',
      signingSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    })
  const run = async (args: ReadonlyArray<string>, more: Record<string, string> = {}) => {
    const { out, err } = await cotejo(asRole(url, 'cotejo_operator'), args, { ...settings, ...more })
    return out + err
  }
  const keys = new Map([
    [partners.well, await account(partners.well, 'consumo')],
    [partners.unheard, await account(partners.unheard, 'consumo')],
    [partners.unpaid, await account(partners.unpaid, 'connect')],
  ] as const)
  for (const partner of [partners.well, partners.unheard])
    await run(['accounts', 'credit', partner, '100000', '--reference', partner, '--reason', 'trial'])
  await run(['accounts', 'processor', partners.unpaid, '--destination', processor.destination], {
    COTEJO_PROCESSOR_KEY: processor.key,
  })
  await processor.refuseTransfers(1_000_000)

  const environment = environmentOf(asRole(url, 'cotejo_app'), { ...settings, RECEIVER_PORT: String(receiver.port) })
  const start = () => startServer(environment, ['scripts/chaos/operated.ts'])
  const replicas = [await start(), await start()]
  const created = new Map<string, Array<string>>(Object.values(partners).map((partner) => [partner, []]))
  const ask = async (partner: (typeof partners)[keyof typeof partners], index: number): Promise<void> => {
    const cobro =
      partner === partners.unpaid ? { cobro: { modo: 'connect', payment_intent_id: await processor.pay() } } : {}
    const host = partner === partners.unheard ? deadReceiver : 'partner.example.com'
    const base = replicas[index % replicas.length]?.base ?? ''
    const { body } = await create(base, keys.get(partner) ?? '', {
      solicitante: { curp },
      webhook_url: `https://${host}/webhooks/avs`,
      ...cobro,
    })
    created.get(partner)?.push(String(body['verificacion_id']))
  }
  await inParallel(load.requests, 1, async (index) => {
    await Promise.all(Object.values(partners).map((partner) => ask(partner, index)))
    await setTimeout(load.pause)
  })
  await use({ replicas, traces: () => collector.received.get('/v1/traces') ?? '', run, created })
  await Promise.all(replicas.map(({ end }) => end()))
  receiver.stop()
  collector.stop()
  await Promise.all([identity.stop(), courts.stop(), processor.stop()])
}
