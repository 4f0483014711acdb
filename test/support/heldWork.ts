/** Work of the three kinds that a node has claimed, and how it ends. */
import { Duration, Effect, Option, Redacted } from 'effect'
import { type AttemptOutcome, attempted, kindDue } from '#domain/delivery/Delivery.ts'
import { beginning, type TransferOutcome, attempted as transferAttempted } from '#domain/delivery/Transfer.ts'
import type { BillingMode } from '#domain/verification/Terms.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import { Deliveries, type DeliveryClaim } from '#ports/Deliveries.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { SigningSecretAdministration } from '#ports/SigningSecretAdministration.ts'
import { type TransferClaim, Transfers } from '#ports/Transfers.ts'
import { Verifications } from '#ports/Verifications.ts'
import { applicationOf, emitted, later, noon, plenty, unique } from './storedVerifications.ts'

export const emittedAt = later(120)
const ok: AttemptOutcome = { _tag: 'Answered', status: 204 }

/** A verification under way, of an account of its own. */
const begin = Effect.fnUntraced(function* (mode: BillingMode) {
  const administration = yield* AccountAdministration
  const id = unique('cuenta-')
  const plan = { priceCentavos: 100, requestsPerMinute: 600, monthlyQuota: null }
  yield* administration.open({ id, mode, plan })
  yield* administration.issueKey(id, 'k1', `digest-${id}`)
  if (mode === 'consumo') yield* administration.creditOnce(id, 100_000, 'saldo inicial', 'saldo inicial')
  yield* (yield* SigningSecretAdministration).issue(id, Redacted.make('whsec_uno'))
  const principal = Option.getOrThrow(yield* (yield* Accounts).authenticate(`digest-${id}`))
  const application = applicationOf(principal)
  yield* (yield* Verifications).admit(application)
  return application.verification.id
})

/** What happens once all are due, and before they are claimed. */
type Before = Effect.Effect<void>

/** So many claimed verifications; every one that waited before is claimed with them, and dropped. */
export const claimed = Effect.fnUntraced(function* (
  count: number,
  mode: BillingMode = 'consumo',
  before: Before = Effect.void,
) {
  yield* (yield* Resolutions).claim(noon, plenty)
  yield* Effect.replicateEffect(begin(mode), count)
  yield* before
  return yield* (yield* Resolutions).claim(noon, plenty)
})

const concluded = (claim: Claim) => Resolutions.use((port) => port.conclude(claim, emitted))

/** As many of which the webhooks are claimed. */
export const delivering = Effect.fnUntraced(function* (count: number, before: Before = Effect.void) {
  const deliveries = yield* Deliveries
  yield* deliveries.claim(emittedAt, plenty)
  for (const one of yield* claimed(count)) yield* concluded(one)
  yield* before
  return yield* deliveries.claim(emittedAt, plenty)
})

/** As many of which the transfers are claimed. */
export const transferring = Effect.fnUntraced(function* (count: number, before: Before = Effect.void) {
  const transfers = yield* Transfers
  yield* transfers.claim(emittedAt, plenty)
  for (const one of yield* claimed(count, 'connect')) yield* concluded(one)
  yield* before
  return yield* transfers.claim(emittedAt, plenty)
})

/** One that was delivered. */
export const record = (claim: DeliveryClaim) => {
  const kind = kindDue(claim.delivery, emittedAt)
  const attempt = { kind, outcome: ok, startedAt: emittedAt, took: Duration.millis(7) }
  return Deliveries.use((port) => port.record(claim, attempt, attempted(claim.delivery, kind, ok, emittedAt)))
}

/** One that was transferred. */
export const transferred = Effect.fnUntraced(function* (claim: TransferClaim) {
  const transfers = yield* Transfers
  const begun = beginning(claim.transfer, emittedAt)
  const outcome: TransferOutcome = { _tag: 'Transferred', transferId: 'tr_1', remark: null }
  const isHeld = yield* transfers.begin(claim, begun)
  return isHeld && (yield* transfers.record(claim, outcome, transferAttempted(begun, outcome, emittedAt)))
})
