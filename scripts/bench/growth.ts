/**
 * Whether work becomes more expensive with a larger backlog: one claim through the service's ports, and draining a
 * backlog.
 */
import { DateTime, Effect, Layer, ManagedRuntime, Redacted } from 'effect'
import pg from 'pg'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import type { HostRoom } from '#domain/helpers/FairShares.ts'
import { Deliveries } from '#ports/Deliveries.ts'
import { Resolutions } from '#ports/Resolutions.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Transfers } from '#ports/Transfers.ts'
import { start } from '#simulator/postgres/EmbeddedPostgres.ts'
import { server } from '#tools/postgres/benchDatabase.ts'
import { percentile, round } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { inBulk } from './bulk.ts'
import { drain } from './drain.ts'
import { sized } from './sized.ts'

const claimed = 64
/** The first samples fill caches and make plans. */
const samples = { first: 5, measured: sized(50, 5) }
const room = { most: claimed, perAccount: 64, perHost: 32 }

/** The size of the backlog, and its accounts and hosts. `due` limits the number of due rows. */
interface Spread {
  readonly accounts: number
  readonly hosts: number
  readonly few: number
  readonly many: number
  readonly due?: number
}

const few = sized(1_000, 200)
const some = sized(100_000, 1_000)
const many = sized(1_000_000, 2_000)

/** The spread with an aim. */
const widest = '10,000 accounts, 100,000 hosts'

const spreads: Readonly<Record<string, Spread>> = {
  '1 account, 1 host': { accounts: 1, hosts: 1, few, many: some },
  '200 accounts, 200 hosts': { accounts: 200, hosts: 200, few, many: some },
  '5,000 accounts, 20,000 hosts, 10 due': { accounts: 5_000, hosts: 20_000, few, many: some, due: 10 },
  [widest]: { accounts: 10_000, hosts: 100_000, few, many },
}
const timesFew = 1.5

const key = Redacted.make(Buffer.alloc(32, 7))

const storage = (url: string) =>
  PostgresStorage.layer('bench').pipe(
    Layer.provide(Migrations.layer),
    Layer.provide(
      Database.layer({ url: Redacted.make(url), apiConnections: 1, workConnections: 3, dispatchConnections: 1 }),
    ),
    Layer.provide(Secrets.layer({ digestKey: key, sealingKeys: [{ id: 'bench', key }] })),
  )

/** The last due row fell due just now, and each earlier one a millisecond before the next. */
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

const tables = ['verifications', 'verification_work', 'deliveries', 'transfers']

const fill = (url: string, size: number, { accounts, hosts, due = size }: Spread): Promise<void> =>
  inBulk(url, tables, {
    rows: async (client) => {
      await client.query(
        `TRUNCATE accounts, api_keys, api_key_uses, signing_secrets, processor_accounts, ${tables.join(', ')}`,
      )
      await client.query(
        `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
         SELECT 'account-' || i, 'connect', 100, 600 FROM generate_series(0, $1::integer - 1) i`,
        [accounts],
      )
      await client.query(
        `INSERT INTO signing_secrets (account_id, role, key_id, sealed) SELECT account_id, 'actual', 'none', '' FROM accounts`,
      )
      for (const filling of fillings) await client.query(filling, [size, accounts, hosts, due])
    },
  })

type Runtime = ManagedRuntime.ManagedRuntime<Deliveries | Resolutions | Transfers, unknown>

/** The common part of the three ports. */
interface Claimable {
  readonly claim: (now: DateTime.Utc, room: HostRoom) => Effect.Effect<ReadonlyArray<unknown>, StorageUnavailable>
  readonly releaseAllExcept: (held: readonly []) => Effect.Effect<void, StorageUnavailable>
  readonly nextDueAt: Effect.Effect<unknown, StorageUnavailable>
}
/** A claim, which is released, and the query for the next due time. */
const using = ({ claim, releaseAllExcept, nextDueAt }: Claimable) => ({
  claims: { ask: Effect.asVoid(Effect.suspend(() => claim(DateTime.nowUnsafe(), room))), after: releaseAllExcept([]) },
  next: { ask: Effect.asVoid(nextDueAt), after: Effect.void },
})
type Question = keyof ReturnType<typeof using>

/** The kinds of claimed work, each with its port. */
const kinds = {
  verifications: Effect.map(Resolutions, using),
  webhooks: Effect.map(Deliveries, using),
  transfers: Effect.map(Transfers, using),
}

const sizes = ['few', 'many'] as const
type Row = Readonly<Record<(typeof sizes)[number], number>>

/** The median milliseconds of one operation, alternating between the two storages, so that noise affects both. */
const measure = async (
  runtimes: ReadonlyArray<Runtime>,
  kind: keyof typeof kinds,
  question: Question,
): Promise<Row> => {
  const storages = await Promise.all(
    runtimes.map(async (runtime) => {
      const times: Array<number> = []
      return { runtime, ...(await runtime.runPromise(kinds[kind]))[question], times }
    }),
  )
  for (let sample = 0; sample < samples.first + samples.measured; sample++) {
    for (const { runtime, ask, after, times } of storages) {
      const begun = performance.now()
      await runtime.runPromise(ask)
      if (sample >= samples.first) times.push(performance.now() - begun)
      await runtime.runPromise(after)
    }
  }
  const [few = Number.NaN, many = Number.NaN] = storages.map(({ times }) => percentile(times, 0.5))
  return { few, many }
}

/** A database of each size on one server. */
const databases = async (url: string): Promise<ReadonlyArray<string>> => {
  const client = new pg.Client(url)
  await client.connect()
  for (const size of sizes) await client.query(`CREATE DATABASE ${size}`)
  await client.end()
  return sizes.map((size) => String(Object.assign(new URL(url), { pathname: `/${size}` })))
}

/** For each spread and kind, the milliseconds of a claim with a small and with a large backlog. */
const claims = async (url: string): Promise<Readonly<Record<string, Row>>> => {
  const urls = await databases(url)
  const runtimes = urls.map((one) => ManagedRuntime.make(storage(one)))
  // Building a runtime migrates the database, which must happen before filling.
  for (const runtime of runtimes) await runtime.runPromise(kinds.transfers)
  const rows: Record<string, Row> = {}
  for (const [name, spread] of Object.entries(spreads)) {
    for (const [index, size] of sizes.entries()) await fill(urls[index] ?? '', spread[size], spread)
    for (const kind of ['verifications', 'webhooks', 'transfers'] as const) {
      rows[`${kind}: ${name}`] = await measure(runtimes, kind, 'claims')
      if (name === widest) rows[`${kind}, when due again: ${name}`] = await measure(runtimes, kind, 'next')
    }
  }
  for (const runtime of runtimes) await runtime.dispose()
  return rows
}

const growthOfClaims = async (url: string): Promise<void> => {
  const rows = Object.entries(await claims(url))
  report(
    `milliseconds of a claim of ${claimed} (p50 of ${samples.measured}): few are ${few}, many ${some}, or ${many} of ${widest}`,
    Object.fromEntries(
      rows.map(([name, row]) => [
        name,
        { few: round(row.few), many: round(row.many), 'many / few': round(row.many / row.few, 2) },
      ]),
    ),
  )
  judge(
    `a claim at ${many}, against ${few}`,
    Object.fromEntries(
      rows
        .filter(([name]) => name.endsWith(widest))
        .map(([name, row]) => [name, { value: row.many / row.few, atMost: timesFew, unit: 'times' }]),
    ),
  )
}

export const growth = async (): Promise<void> => {
  await Effect.gen(function* () {
    const { url } = yield* start(server)
    yield* Effect.promise(() => growthOfClaims(url))
  }).pipe(Effect.scoped, Effect.runPromise)
  await drain()
}
