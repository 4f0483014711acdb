import { createHash } from 'node:crypto'
import { type DateTime, Schema } from 'effect'
import type { Plan } from '#domain/account/Account.ts'
import { isExpired, make as makeApiKey } from '#domain/account/ApiKey.ts'

/** An account of the simulator, with the credentials that a real service would show only once. */
export const KnownAccount = Schema.Struct({
  account: Schema.Struct({
    id: Schema.String,
    mode: Schema.Literals(['consumo', 'connect']),
    plan: Schema.Struct({
      priceCentavos: Schema.Int,
      requestsPerMinute: Schema.Int,
      monthlyQuota: Schema.NullOr(Schema.Int),
    }),
  }),
  apiKey: Schema.String,
  signingSecret: Schema.String,
  /** What it was first credited with. */
  creditCentavos: Schema.Int,
})
export type KnownAccount = typeof KnownAccount.Type

/** A key as it was issued, in simulated time. */
const IssuedKey = Schema.Struct({
  name: Schema.String,
  apiKey: Schema.String,
  issuedAt: Schema.DateTimeUtcFromString,
  expiresAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  revokedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
})

/** An account with all that was done with it since it was opened. */
export const KeptAccount = Schema.Struct({
  ...KnownAccount.fields,
  /** Oldest first. */
  keys: Schema.Array(IssuedKey),
  /** The signing secret of a rotation in progress. */
  nextSecret: Schema.NullOr(Schema.String),
  isActive: Schema.Boolean,
})
export type KeptAccount = typeof KeptAccount.Type

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
