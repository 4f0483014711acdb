import { randomBytes } from 'node:crypto'
import { Layer, Redacted } from 'effect'
import * as MemoryStorage from '#adapters/memory/MemoryStorage.ts'
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

const setting = Layer.succeed(Setting, {
  environment: 'sandbox',
  timeBudget,
  validity,
  version: packageJson.version,
})

const freshKey = () => Redacted.make(randomBytes(32))
const keyring = () => ({ digestKey: freshKey(), sealingKeys: [{ id: 'memoria', key: freshKey() }] as const })

/**
 * The world outside the service, simulated: what the ports reach.
 *
 * @param options.seed makes latencies and identifiers repeatable
 */
export const world = (options: { readonly seed: string; readonly speed: number }) =>
  Layer.mergeAll(
    MemoryStorage.layer,
    setting,
    Payments.layer,
    Identifiers.layer(seededBytes(options.seed)),
    Secrets.layer(keyring()),
    SimulatedTime.layer(options.speed),
    faultySources.pipe(Layer.provide(SandboxSources.layer(options.seed)), Layer.provideMerge(SourceFaults.layer)),
  )
