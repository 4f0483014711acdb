/** A real, durable Postgres of our schema for a benchmark, with accounts that can pay. */
import { randomBytes } from 'node:crypto'
import { Effect, Layer, ManagedRuntime, Redacted } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as AccountAdministration from '#adapters/postgres/operators/AccountAdministration.ts'
import * as ProcessorAccounts from '#adapters/postgres/operators/ProcessorAccounts.ts'
import * as SigningSecretAdministration from '#adapters/postgres/operators/SigningSecretAdministration.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import { make as makeApiKey } from '#domain/account/ApiKey.ts'
import type { BillingMode } from '#domain/verification/Terms.ts'
import { AccountAdministration as Administration } from '#ports/AccountAdministration.ts'
import { ProcessorAccounts as Processors } from '#ports/ProcessorAccounts.ts'
import { Secrets as SecretsPort } from '#ports/Secrets.ts'
import { SigningSecretAdministration as Signing } from '#ports/SigningSecretAdministration.ts'
import { start } from '#simulator/postgres/EmbeddedPostgres.ts'
import { platformOf } from '#simulator/processor/Platform.ts'

export interface BenchDatabase {
  readonly url: string
  /** Base64; for digests of API keys. */
  readonly digestKey: string
  /** In the form of COTEJO_SEALING_KEYS. The first key seals the signing secrets. */
  readonly sealingKeys: string
  readonly signingSecret: string
  readonly apiKeys: ReadonlyArray<string>
}

type ModeOf = (index: number) => BillingMode

/**
 * Migrates an empty database, and opens this many accounts that can pay.
 *
 * @param first the number of the first account
 * @param modeOf the mode of each account; accounts in mode connect get the platform that the simulator gives their name
 */
export const fill = async (
  url: string,
  accounts: number,
  modeOf: ModeOf,
  { first = 0, digestKey = randomBytes(32) }: { readonly first?: number; readonly digestKey?: Buffer } = {},
): Promise<BenchDatabase> => {
  const sealingKey = randomBytes(32)
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(AccountAdministration.layer, SigningSecretAdministration.layer, ProcessorAccounts.layer).pipe(
      Layer.provide(Migrations.layer),
      Layer.provide(
        Database.layer({ url: Redacted.make(url), apiConnections: 2, workConnections: 2, dispatchConnections: 1 }),
      ),
      Layer.provideMerge(
        Secrets.layer({
          digestKey: Redacted.make(digestKey),
          sealingKeys: [{ id: 'bench', key: Redacted.make(sealingKey) }],
        }),
      ),
    ),
  )
  const open = Effect.fnUntraced(function* (index: number) {
    const { open, issueKey, creditOnce } = yield* Administration
    const { digestApiKey } = yield* SecretsPort
    const id = `account-${index}`
    const apiKey = makeApiKey('sandbox', BigInt(`0x${randomBytes(32).toString('hex')}`))
    const plan = { priceCentavos: 1, requestsPerMinute: 100_000_000, monthlyQuota: null }
    const mode = modeOf(index)
    yield* open({ id, mode, plan })
    yield* issueKey(id, 'k', digestApiKey(apiKey))
    if (mode === 'consumo') yield* creditOnce(id, 1_000_000_000, 'saldo inicial', 'saldo inicial')
    else {
      const { restrictedKey, destination } = platformOf(id)
      yield* (yield* Processors).put(id, { restrictedKey: Redacted.make(restrictedKey), destination })
    }
    yield* (yield* Signing).issue(id, Redacted.make(signingSecret))
    return apiKey
  })
  const indexes = Array.from({ length: accounts }, (_, index) => first + index)
  const apiKeys = await runtime.runPromise(Effect.forEach(indexes, open))
  await runtime.dispose()
  return {
    url,
    digestKey: digestKey.toString('base64'),
    sealingKeys: `bench:${sealingKey.toString('base64')}`,
    signingSecret,
    apiKeys,
  }
}

/** Durable, with Postgres's default size of shared buffers. */
export const server = { dataDirectory: null, durable: true, sharedBuffers: '128MB' } as const

/** Runs a function with a database of this many accounts, made by `fill`, and ends the server afterwards. */
export const withDatabase = (
  accounts: number,
  use: (database: BenchDatabase) => Promise<void>,
  modeOf: ModeOf = () => 'consumo',
): Promise<void> =>
  Effect.gen(function* () {
    const { url } = yield* start(server)
    const database = yield* Effect.promise(() => fill(url, accounts, modeOf))
    yield* Effect.promise(() => use(database))
  }).pipe(Effect.scoped, Effect.runPromise)
