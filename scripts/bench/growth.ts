/**
 * How long one claim takes while more and more is due, or waits: `npm run bench -- growth`, or with other
 * sizes, `npm run bench -- growth 1000 1000000`. The claims are those of the service's ports.
 */
import { DateTime, Effect, Layer, ManagedRuntime, Redacted } from 'effect'
import pg from 'pg'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import type { HostRoom } from '#domain/FairShares.ts'
import { Deliveries } from '#ports/Deliveries.ts'
import { Resolutions } from '#ports/Resolutions.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Transfers } from '#ports/Transfers.ts'
import { start } from '#simulator/postgres/EmbeddedPostgres.ts'
import { round } from './measure.ts'
import { report } from './report.ts'

const claimed = 64
const samples = 20
const room = { most: claimed, perAccount: 64, perHost: 32 }

/** Over how many accounts and hosts the work is spread; `due` limits how much of it is due. */
interface Spread {
  readonly name: string
  readonly accounts: number
  readonly hosts: number
  readonly due?: number
}

const spreads: ReadonlyArray<Spread> = [
  { name: '1 account, 1 host', accounts: 1, hosts: 1 },
  { name: '200 accounts, 200 hosts', accounts: 200, hosts: 200 },
  { name: '5,000 accounts, 20,000 hosts', accounts: 5_000, hosts: 20_000 },
  { name: '10,000 accounts, 100,000 hosts', accounts: 10_000, hosts: 100_000 },
  { name: '5,000 accounts, 20,000 hosts, 10 due', accounts: 5_000, hosts: 20_000, due: 10 },
]

const key = Redacted.make(Buffer.alloc(32, 7))

const storage = (url: string) =>
  PostgresStorage.layer('bench').pipe(
    Layer.provide(Migrations.layer),
    Layer.provide(
      Database.layer({ url: Redacted.make(url), apiConnections: 1, workConnections: 3, dispatchConnections: 1 }),
    ),
    Layer.provide(Secrets.layer({ digestKey: key, sealingKeys: [{ id: 'bench', key }] })),
  )

/** Of what is due the last fell due a moment ago, and each other a millisecond before the next. */
const drawn = `
  SELECT 'account-' || (i % $3 % $2) AS account, 'host-' || (i % $3) || '.example.com' AS host, 'ver_' || i AS id,
         CASE WHEN i <= $4 THEN now() - make_interval(secs => i * 0.001) ELSE now() + interval '1 day' END AS due
    FROM generate_series(1, $1::integer) i`

const fillings: ReadonlyArray<string> = [
  `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at,
          consent_proof, mode, price_centavos, payment_intent_id, channel, webhook_url,
          created_at, deadline, document_key, document)
   SELECT account, id, id, repeat('f', 64), 'none', 'con_' || id, now(), decode(repeat('ab', 60), 'hex'), 'connect', 100, 'pi_' || id, 'api',
          'https://' || host || '/avisos', now(), now() + interval '10 minutes', 'none', decode(repeat('ab', 4500), 'hex') FROM (${drawn}) x`,
  `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
   SELECT account, id, due, 'none', decode(repeat('ab', 300), 'hex') FROM (${drawn}) x`,
  `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
   SELECT account, id, 'evt_' || id, 'https://' || host || '/avisos', host, due
     FROM (${drawn}) x`,
  `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
   SELECT account, id, 'pi_' || id, 100, due FROM (${drawn}) x`,
]

const fill = async (database: pg.Client, size: number, { accounts, hosts, due = size }: Spread): Promise<void> => {
  await database.query(
    'TRUNCATE accounts, api_keys, api_key_uses, signing_secrets, processor_accounts, verifications, verification_work, deliveries, transfers',
  )
  await database.query(
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
     SELECT 'account-' || i, 'connect', 100, 600 FROM generate_series(0, $1::integer - 1) i`,
    [accounts],
  )
  await database.query(
    `INSERT INTO signing_secrets (account_id, role, key_id, sealed) SELECT account_id, 'actual', 'none', '' FROM accounts`,
  )
  for (const filling of fillings) await database.query(filling, [size, accounts, hosts, due])
  await database.query('CHECKPOINT')
}

type Runtime = ManagedRuntime.ManagedRuntime<Deliveries | Resolutions | Transfers, unknown>

/** What all three ports have. */
interface Claimable {
  readonly claim: (now: DateTime.Utc, room: HostRoom) => Effect.Effect<ReadonlyArray<unknown>, StorageUnavailable>
  readonly releaseAllExcept: (held: readonly []) => Effect.Effect<void, StorageUnavailable>
}
const using = ({ claim, releaseAllExcept }: Claimable) => ({
  claim: Effect.asVoid(Effect.suspend(() => claim(DateTime.nowUnsafe(), room))),
  release: releaseAllExcept([]),
})

/** What is claimed, each by its port. */
const kinds = {
  verifications: Effect.map(Resolutions, using),
  webhooks: Effect.map(Deliveries, using),
  transfers: Effect.map(Transfers, using),
}

/** Milliseconds of one claim, the least of some, since others use this machine; each is given back. */
const measure = async (runtime: Runtime, kind: keyof typeof kinds): Promise<number> => {
  const { claim, release } = await runtime.runPromise(kinds[kind])
  const times: Array<number> = []
  for (let sample = 0; sample < samples; sample++) {
    const begun = performance.now()
    await runtime.runPromise(claim)
    times.push(performance.now() - begun)
    await runtime.runPromise(release)
  }
  return Math.min(...times)
}

export const growth = async (): Promise<void> => {
  const given = process.argv.slice(3).map(Number)
  const sizes = given.length > 0 ? given : [1_000, 20_000, 100_000]
  const table: Record<string, Record<string, number>> = {}
  await Effect.gen(function* () {
    const { url } = yield* start({ dataDirectory: null, durable: true })
    yield* Effect.promise(async () => {
      const runtime = ManagedRuntime.make(storage(url))
      // Building the runtime migrates, before anything is filled.
      await runtime.runPromise(kinds.transfers)
      const database = new pg.Client({ connectionString: url })
      await database.connect()
      for (const spread of spreads) {
        for (const size of sizes) {
          await fill(database, size, spread)
          for (const kind of ['verifications', 'webhooks', 'transfers'] as const) {
            const row = `${kind}: ${spread.name}`
            table[row] = { ...table[row], [size]: round(await measure(runtime, kind)) }
          }
        }
      }
      await runtime.dispose()
      await database.end()
    })
  }).pipe(Effect.scoped, Effect.runPromise)
  const [least = 0, most = 0] = [sizes[0], sizes.at(-1)]
  for (const row of Object.values(table)) row['last / first'] = round((row[most] ?? 0) / (row[least] ?? 1), 2)
  report(`milliseconds of a claim of ${claimed}, by how much waits (the least of ${samples})`, table)
}
