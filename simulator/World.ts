import { randomBytes } from 'node:crypto'
import { Layer, Redacted } from 'effect'
import * as AccountAdministration from '#adapters/memory/AccountAdministration.ts'
import * as Accounts from '#adapters/memory/Accounts.ts'
import { MemoryDatabase } from '#adapters/memory/MemoryDatabase.ts'
import * as Resolutions from '#adapters/memory/Resolutions.ts'
import * as StorageHealth from '#adapters/memory/StorageHealth.ts'
import * as Verifications from '#adapters/memory/Verifications.ts'
import * as Payments from '#adapters/payments/unavailable.ts'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import * as Secrets from '#adapters/platform/Secrets.ts'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import { Setting } from '#application/Setting.ts'
import { timeBudget, validity } from '#domain/Limits.ts'
import packageJson from '#package.json' with { type: 'json' }
import { seededBytes } from './Seed.ts'
import { SimulatedTime } from './SimulatedTime.ts'
import { faultySources, SourceFaults } from './SourceFaults.ts'

/** Every port of the service, in memory. */
const storage = Layer.mergeAll(
  Accounts.layer,
  AccountAdministration.layer,
  Verifications.layer,
  Resolutions.layer,
  StorageHealth.layer,
).pipe(Layer.provideMerge(MemoryDatabase.layer))

const setting = Layer.succeed(Setting, {
  environment: 'sandbox',
  timeBudget,
  validity,
  version: packageJson.version,
})

/**
 * The world outside the service, simulated: what the ports reach.
 *
 * @param options.seed makes latencies and identifiers repeatable
 */
export const world = (options: { readonly seed: string; readonly speed: number }) =>
  Layer.mergeAll(
    storage,
    setting,
    Payments.layer,
    Identifiers.layer(seededBytes(options.seed)),
    Secrets.layer(Redacted.make(randomBytes(32))),
    SimulatedTime.layer(options.speed),
    faultySources.pipe(Layer.provide(SandboxSources.layer(options.seed)), Layer.provideMerge(SourceFaults.layer)),
  )
