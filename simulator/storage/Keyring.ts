import { hash } from 'node:crypto'
import { Redacted } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'

const known = (use: string): string => hash('sha256', `cotejo simulator: ${use} key`, 'base64')

/** Keys that every simulator has: what one seals, another opens. This suits a simulator, not a service. */
export const keys = { digest: known('digest'), sealing: known('sealing') }

const key = (base64: string) => Redacted.make(Buffer.from(base64, 'base64'))

export const layer = Secrets.layer({
  digestKey: key(keys.digest),
  sealingKeys: [{ id: 'simulador', key: key(keys.sealing) }],
})
