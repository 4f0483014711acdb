import { createHash } from 'node:crypto'
import type { DateTime } from 'effect'
import type { Plan } from '#domain/account/Account.ts'
import { isExpired, make as makeApiKey } from '#domain/account/ApiKey.ts'
import type { KeptAccount, KnownAccount } from '#simulator/storage/AccountNote.ts'

/** The first key that is accepted; of an account without one, the first. */
export const activeKeyOf = ({ keys, apiKey }: KeptAccount, now: DateTime.Utc): string =>
  keys.find(({ revokedAt, expiresAt }) => revokedAt === null && !isExpired(expiresAt, now))?.apiKey ?? apiKey

/** 256 bits that a text always gives alike. */
const bits = (text: string): Buffer => createHash('sha256').update(`cotejo simulator: ${text}`).digest()

/** Credentials that a name always gives alike, so that examples can be pasted. Only the simulator knows them. */
export const credentialsOf = (name: string): Pick<KnownAccount, 'apiKey' | 'signingSecret'> => ({
  apiKey: makeApiKey('sandbox', BigInt(`0x${bits(`key of ${name}`).toString('hex')}`)),
  signingSecret: `whsec_${bits(`signing secret of ${name}`).toString('base64')}`,
})

/** The plan where nothing else is said. */
export const defaultPlan: Plan = { priceCentavos: 100_00, requestsPerMinute: 600, monthlyQuota: null }

const prepaid = (id: string, creditCentavos: number, plan: Partial<Plan> = {}): KnownAccount => ({
  account: { id, mode: 'consumo', plan: { ...defaultPlan, ...plan } },
  creditCentavos,
  ...credentialsOf(id),
})

/** Accounts that are there when the simulator starts. */
export const demoAccounts: ReadonlyArray<KnownAccount> = [
  prepaid('demo-consumo', 10_000_00),
  {
    account: { id: 'demo-connect', mode: 'connect', plan: defaultPlan },
    creditCentavos: 0,
    ...credentialsOf('demo-connect'),
  },
  prepaid('demo-sin-saldo', 50_00),
  prepaid('demo-limitada', 10_000_00, { requestsPerMinute: 5, monthlyQuota: 8 }),
]
