import { Clock, DateTime, Effect, Layer, Option, Queue } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { type Facts, type Judgement, judge } from '#domain/account/Admission.ts'
import { inProgressView, type VerificationView } from '#domain/verification/Verification.ts'
import { type AdmissionRequest, Verifications } from '#ports/Verifications.ts'
import { MemoryDatabase, type Row, type Tables } from './MemoryDatabase.ts'

export const keyName = ({ accountId, keyId }: { readonly accountId: string; readonly keyId: string }): string =>
  `${accountId}/${keyId}`

const nameOf = ({ account, keyId }: Principal): string => keyName({ accountId: account.id, keyId })

const rowOf = ({ verification, fingerprint, consentProof, ...application }: AdmissionRequest): Row => ({
  verification,
  fingerprint,
  recordKey: null,
  consentProof,
  webhookUrl: application.webhookUrl,
  propertyId: application.propertyId,
  trace: application.trace,
  retiredAt: null,
  document: null,
  subject: application.subject,
  dueAt: verification.createdAt,
  claimed: false,
  epoch: 0,
})

const viewOf = ({ verification, document }: Row): VerificationView =>
  verification.state._tag === 'en_proceso'
    ? inProgressView(verification)
    : { _tag: 'Ended', id: verification.id, document }

/** Whether it was made by a body with this fingerprint. */
const isOfBody = ({ fingerprint: own, recordKey }: Row, fingerprint: string): boolean =>
  own === (recordKey?.digest(fingerprint) ?? fingerprint)

const isKept = ({ retiredAt }: Row): boolean => retiredAt === null

/** Rows are in order of creation. A verification whose admission took longer may arrive after a newer one. */
const insertByCreation = (rows: Array<Row>, row: Row): void => {
  const { createdAt } = row.verification
  const after = rows.findLastIndex(({ verification }) => !DateTime.isGreaterThan(verification.createdAt, createdAt))
  rows.splice(after + 1, 0, row)
}

const factsOf = (
  { accounts, rate, payments }: Tables,
  { principal, verification, fingerprint }: AdmissionRequest,
  now: number,
): Facts => {
  const { paymentIntentId } = verification.terms
  const account = accounts.get(principal.account.id)
  const earlier = account?.byRequestId.get(verification.requestId)
  return {
    accountIsOpen: account?.active === true,
    earlier:
      earlier === undefined
        ? null
        : { fingerprint: isOfBody(earlier, fingerprint) ? fingerprint : null, view: viewOf(earlier) },
    now,
    rate: rate.get(nameOf(principal)) ?? [],
    created: account?.created ?? [],
    balance: account?.balance ?? { settledCentavos: 0, heldCentavos: 0 },
    paymentIsTaken: paymentIntentId !== null && payments.has(paymentIntentId),
  }
}

const apply = (
  { accounts, rate, payments, active }: Tables,
  application: AdmissionRequest,
  judgement: Judgement,
): void => {
  const { principal, verification } = application
  const account = accounts.get(principal.account.id)
  if (account === undefined) return
  account.balance = judgement.balance
  account.created = judgement.created
  rate.set(nameOf(principal), judgement.rate)
  if (judgement.claimedPayment !== null) payments.set(judgement.claimedPayment, verification.id)
  if (judgement.admission._tag !== 'Created') return
  const row = rowOf(application)
  insertByCreation(account.rows, row)
  account.byId.set(verification.id, row)
  account.byRequestId.set(verification.requestId, row)
  active.add(row)
}

export const layer = Layer.effect(
  Verifications,
  Effect.gen(function* () {
    const { tables, signals } = yield* MemoryDatabase

    return Verifications.of({
      admit: (application, stage = 'whole') =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const { principal, verification, fingerprint, quotaMonth } = application
          const { terms, createdAt } = verification
          const candidate = { plan: principal.account.plan, terms, fingerprint, quotaMonth, createdAt }
          const judgement = judge(stage, candidate, factsOf(tables(), application, now))
          apply(tables(), application, judgement)
          if (judgement.admission._tag === 'Created') Queue.offerUnsafe(signals.resolution, undefined)
          return judgement.admission
        }),
      findReplay: (accountId, requestId, fingerprint) =>
        Effect.sync(() => {
          const earlier = tables().accounts.get(accountId)?.byRequestId.get(requestId)
          return earlier !== undefined && isOfBody(earlier, fingerprint) ? Option.some(viewOf(earlier)) : Option.none()
        }),
      read: (accountId, id) =>
        Effect.sync(() =>
          Option.fromUndefinedOr(tables().accounts.get(accountId)?.byId.get(id)).pipe(
            Option.filter(isKept),
            Option.map(viewOf),
          ),
        ),
      list: (accountId, { requestId, state, limit }) =>
        Effect.sync(() => {
          const rows = tables().accounts.get(accountId)?.rows ?? []
          const found: Array<VerificationView> = []
          for (let index = rows.length - 1; index >= 0 && found.length < limit; index--) {
            const row = rows[index]
            if (row === undefined || !isKept(row)) continue
            if (requestId !== null && row.verification.requestId !== requestId) continue
            if (state === null || row.verification.state._tag === state) found.push(viewOf(row))
          }
          return found
        }),
    })
  }),
)
