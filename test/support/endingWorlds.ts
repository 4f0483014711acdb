import { DateTime } from 'effect'
import fc from 'fast-check'
import type { Concluding } from '#adapters/postgres/rows/EndingRow.ts'
import { begin, type Final, type Verification } from '#domain/verification/Verification.ts'
import { applicationOf, emitted, inconclusive, later, noon } from './storedVerifications.ts'

/** Accounts with verifications in every standing, and batches that end them in every way. */

const urls = [
  'https://partner.example.com/webhooks/avs',
  'https://partner.example.com:8443/avs?ruta=1',
  'https://otro.example.mx',
  'https://otro.example.mx?x=/a',
  'https://[2606:4700::1111]:9000/avs',
] as const

const verification = fc.record({
  mode: fc.constantFrom('consumo' as const, 'connect' as const),
  price: fc.constantFrom(0, 1, 99, 25_000),
  payment: fc.nat(40),
  claim: fc.oneof(
    { weight: 4, arbitrary: fc.constant('own' as const) },
    fc.constantFrom('another' as const, 'none' as const),
  ),
  // As the batch finds it: held by this process as the claim says, or not any more.
  standing: fc.oneof(
    { weight: 6, arbitrary: fc.constant('held' as const) },
    fc.constantFrom(
      'elsewhere' as const,
      'claimed again' as const,
      'given back' as const,
      'ended' as const,
      'gone' as const,
    ),
  ),
  epoch: fc.integer({ min: 1, max: 3 }),
  url: fc.constantFrom(...urls),
})
const reason = fc.constantFrom(
  ...(['identidad_no_disponible', 'curp_inexistente', 'fuentes_insuficientes', 'tiempo_agotado'] as const),
  ...(['respuesta_retenida', 'fallas_repetidas'] as const),
)
const ending = fc.record({
  of: fc.nat(20),
  end: fc.constantFrom('emitida' as const, 'no_concluyente' as const),
  reason,
  seconds: fc.constantFrom(0, 60.001, 599.999),
  event: fc.nat(9),
  body: fc.uint8Array({ maxLength: 6 }),
  /** Whether its document passes the output control, as that of an emitted one does. */
  isShown: fc.boolean(),
})
const account = fc.record({
  active: fc.oneof({ weight: 7, arbitrary: fc.constant(true) }, fc.constant(false)),
  // Beside what the verifications hold.
  held: fc.constantFrom(0, 7),
  spare: fc.constantFrom(0, 1, 1_000),
  verifications: fc.array(verification, { minLength: 1, maxLength: 5, size: 'max' }),
})
export const worlds = fc.record({
  accounts: fc.array(account, { minLength: 1, maxLength: 40, size: 'max' }),
  endings: fc.array(ending, { minLength: 1, maxLength: 200, size: 'max' }),
  wait: fc.constantFrom(null, 700),
})
export type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never
type Drawn = World['accounts'][number]['verifications'][number]

export interface Fact extends Drawn {
  readonly is: Verification
}

export const accountName = (index: number) => `c${String(index).padStart(4, '0')}`
const isUnderWay = ({ standing }: Drawn) => standing !== 'ended' && standing !== 'gone'
const ended: Final = { ...inconclusive.state, resolvedAt: later(30) }

const plan = { priceCentavos: 1, requestsPerMinute: 1, monthlyQuota: null }
const { verification: plain } = applicationOf({ account: { id: 'c', mode: 'consumo', plan }, keyId: 'k' })

export const factsOf = ({ accounts }: World): ReadonlyArray<Fact> =>
  accounts.flatMap(({ verifications }, index) =>
    verifications.map((drawn, nth) => {
      const { mode, price: priceCentavos, payment, standing } = drawn
      const accountId = accountName(index)
      const is = {
        ...plain,
        id: `${accountId}-${nth}`,
        accountId,
        requestId: `sol-${nth}`,
        terms: { mode, priceCentavos, paymentIntentId: mode === 'connect' ? `pi_${payment}` : null },
        state: standing === 'ended' ? ended : begin(noon),
      }
      return { ...drawn, is }
    }),
  )

/** From each payment to the verification that it backs: the first that claims it. */
export const claimsOf = (
  facts: ReadonlyArray<Fact>,
): ReadonlyMap<string, { account: string; verification: string }> => {
  const claims = new Map<string, { account: string; verification: string }>()
  for (const { is, claim } of facts) {
    const { paymentIntentId } = is.terms
    if (paymentIntentId === null || claim === 'none' || claims.has(paymentIntentId)) continue
    const own = claim === 'own'
    claims.set(paymentIntentId, { account: is.accountId, verification: own ? is.id : `${is.id}-other` })
  }
  return claims
}

export const concludingsOf = ({ endings }: World, facts: ReadonlyArray<Fact>): ReadonlyArray<Concluding> =>
  endings.flatMap(({ of, end, reason, seconds, event, body, isShown }) => {
    const fact = facts[of % facts.length]
    if (fact === undefined) return []
    const resolvedAt = DateTime.add(noon, { milliseconds: seconds * 1_000 })
    const state: Final =
      end === 'emitida'
        ? { ...emitted.state, resolvedAt }
        : { ...inconclusive.state, _tag: 'no_concluyente', reason, resolvedAt }
    const claim = {
      verification: { ...fact.is, state: begin(noon) },
      subject: null,
      trace: null,
      crashes: 0,
      epoch: fact.epoch,
    }
    const document = end === 'emitida' || isShown ? body : null
    return [{ claim, ending: { state, document, eventId: `evt_${event}` } }]
  })

/** What each account has at the start. */
export const balancesOf = ({ accounts }: World) =>
  accounts.map(({ held, spare, verifications }) => {
    const prices = verifications.filter((one) => one.mode === 'consumo' && isUnderWay(one))
    const heldCentavos = prices.reduce<number>((sum, { price }) => sum + price, held)
    return { heldCentavos, settledCentavos: heldCentavos + spare }
  })
