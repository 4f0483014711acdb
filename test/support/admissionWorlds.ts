import { DateTime } from 'effect'
import fc from 'fast-check'
import type { Judging } from '#adapters/postgres/requests/Verifications.ts'
import { monthOf } from '#domain/account/Quota.ts'
import { begin } from '#domain/verification/Verification.ts'
import type { AdmissionRequest } from '#ports/Verifications.ts'
import { applicationOf, inconclusive, noon } from './storedVerifications.ts'

/** Accounts with a past, and batches of what their keys ask. */

/** When the first half of a batch is judged, epoch milliseconds. */
const now = DateTime.toEpochMillis(DateTime.makeUnsafe('2026-03-31T12:00:00.500Z'))
const monthFrom = (text: string) => {
  const createdAt = DateTime.makeUnsafe(text)
  return { createdAt, quotaMonth: monthOf(createdAt) }
}
const march = monthFrom('2026-03-31T12:00:00.000Z')
const april = monthFrom('2026-04-01T12:00:00.000Z')

export const keys = ['k0', 'k1'] as const

const ago = fc.constantFrom(
  ...[-500, 0, 1, 499, 501, 999, 1_000, 1_001, 2_500, 30_000, 59_499, 59_999],
  ...[60_000, 60_001, 60_500, 61_000, 120_000],
)
const key = fc.record({
  /** Requests of before the first mark. */
  before: fc.nat(1_000),
  marks: fc.array(fc.record({ ago, count: fc.integer({ min: 1, max: 3 }) }), { maxLength: 6, size: 'max' }),
})
const earlier = fc.record({
  request: fc.nat(4),
  fingerprint: fc.constantFrom('a', 'b'),
  standing: fc.constantFrom('en_proceso' as const, 'no_concluyente' as const, 'retired' as const),
})
const account = fc.record({
  mode: fc.constantFrom('consumo' as const, 'connect' as const),
  status: fc.oneof(
    { weight: 8, arbitrary: fc.constant('activa' as const) },
    fc.constantFrom('suspendida' as const, 'gone' as const),
  ),
  held: fc.constantFrom(0, 1, 100),
  spare: fc.constantFrom(0, 99, 100, 199, 200, 300, 1_000),
  keys: fc.tuple(key, key),
  march: fc.nat(3),
  april: fc.nat(3),
  earlier: fc.uniqueArray(earlier, { maxLength: 2, selector: ({ request }) => request, size: 'max' }),
  /** Payments that back verifications of this account. */
  payments: fc.array(fc.nat(29), { maxLength: 2, size: 'max' }),
})
const asked = fc.record({
  by: fc.nat(59),
  key: fc.constantFrom(...keys),
  request: fc.nat(9),
  fingerprint: fc.constantFrom('a', 'b'),
  stage: fc.constantFrom('whole' as const, 'precheck' as const, 'prechecked' as const),
  price: fc.constantFrom(0, 99, 100),
  payment: fc.oneof({ weight: 9, arbitrary: fc.nat(29) }, fc.constant(null)),
  perMinute: fc.integer({ min: 1, max: 8 }),
  quota: fc.constantFrom(null, 1, 2, 3, 4),
  month: fc.constantFrom(march, april),
  channel: fc.constantFrom('api' as const, 'mcp' as const),
  property: fc.constantFrom(null, 'p-1'),
})
export const worlds = fc.record({
  accounts: fc.array(account, { minLength: 1, maxLength: 40, size: 'max' }),
  asked: fc.array(asked, { minLength: 1, maxLength: 240, size: 'max' }),
  wait: fc.constantFrom(null, 700),
  /** How much later the second half of what is asked is judged, milliseconds; a clock may be set back. */
  later: fc.constantFrom(-3_600_000, -61_000, -5_000, -600, 0, 400, 59_500, 61_000),
})
export type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never
type Drawn = World['accounts'][number]

export const accountName = (index: number) => `c${String(index).padStart(4, '0')}`
export const windowOf = ({ marks }: Drawn['keys'][number]) =>
  marks.map(({ ago, count }) => ({ at: now - ago, count })).sort((a, b) => a.at - b.at)
export const balanceOf = ({ held, spare }: Drawn) => ({ heldCentavos: held, settledCentavos: held + spare })

/** What an account asked for before. */
export const earlierOf = ({ mode, earlier }: Drawn, index: number) =>
  earlier.map(({ request, fingerprint, standing }) => {
    const { verification } = base
    const accountId = accountName(index)
    return {
      fingerprint,
      standing,
      is: {
        ...verification,
        id: `${accountId}-before-${request}`,
        accountId,
        requestId: `sol-${request}`,
        terms: { mode, priceCentavos: 0, paymentIntentId: null },
        createdAt: noon,
        state: standing === 'en_proceso' ? begin(noon) : inconclusive.state,
      },
    }
  })

/** From each payment to the verification that it backs: the first that claims it. */
export const claimsOf = ({ accounts }: World): ReadonlyMap<string, string> => {
  const claims = new Map<string, string>()
  accounts.forEach(({ payments }, index) => {
    for (const payment of payments) {
      if (!claims.has(`pi_${payment}`)) claims.set(`pi_${payment}`, `${accountName(index)}-paid-${payment}`)
    }
  })
  return claims
}

const plan = { priceCentavos: 1, requestsPerMinute: 1, monthlyQuota: null }
const base = applicationOf({ account: { id: 'c', mode: 'consumo', plan }, keyId: 'k' })

const judgingOf = ({ accounts }: World, one: World['asked'][number], place: number): Judging => {
  const index = one.by % accounts.length
  const mode = accounts[index]?.mode ?? 'consumo'
  const id = accountName(index)
  const { createdAt, quotaMonth } = one.month
  const application: AdmissionRequest = {
    ...base,
    principal: {
      account: {
        id,
        mode,
        plan: { priceCentavos: one.price, requestsPerMinute: one.perMinute, monthlyQuota: one.quota },
      },
      keyId: one.key,
    },
    verification: {
      ...base.verification,
      id: `${id}-${place}`,
      accountId: id,
      requestId: `sol-${one.request}`,
      terms: {
        mode,
        priceCentavos: one.price,
        paymentIntentId: mode === 'consumo' || one.payment === null ? null : `pi_${one.payment}`,
      },
      channel: one.channel,
      createdAt,
      state: begin(createdAt),
    },
    fingerprint: one.fingerprint,
    propertyId: one.property,
    quotaMonth,
  }
  return { application, stage: one.stage }
}

export interface Batch {
  /** Epoch milliseconds. */
  readonly at: number
  readonly judgings: ReadonlyArray<Judging>
}

/** Two batches, one after the other. */
export const batchesOf = (world: World): ReadonlyArray<Batch> => {
  const judgings = world.asked.map((one, place) => judgingOf(world, one, place))
  const half = Math.ceil(judgings.length / 2)
  return [
    { at: now, judgings: judgings.slice(0, half) },
    { at: now + world.later, judgings: judgings.slice(half) },
  ]
}

/** Places in the order in which a batch is judged: by account and key, and as they stand. */
export const inOrder = ({ judgings }: Batch): ReadonlyArray<number> => {
  const names = judgings.map(({ application: { principal } }) => `${principal.account.id}/${principal.keyId}`)
  return [...judgings.keys()].sort((a, b) => {
    const [one, other] = [names[a] ?? '', names[b] ?? '']
    return one === other ? a - b : one < other ? -1 : 1
  })
}
