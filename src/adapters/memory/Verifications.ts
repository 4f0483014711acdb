import { Clock, Effect, Layer, Option, Queue } from 'effect'
import { covers, hold } from '#domain/Billing.ts'
import { retryAfterSeconds } from '#domain/Quota.ts'
import { judge } from '#domain/RateLimit.ts'
import { type Admission, type Application, Verifications } from '#ports/Verifications.ts'
import { MemoryDatabase, type Row } from './MemoryDatabase.ts'

const rowOf = ({ verification, fingerprint, webhookUrl, propertyId, subject }: Application): Row => ({
  verification,
  fingerprint,
  webhookUrl,
  propertyId,
  subject,
  dueAt: verification.createdAt,
  claimed: false,
  epoch: 0,
})

export const layer = Layer.effect(
  Verifications,
  Effect.gen(function* () {
    const { tables, accountRow, signal } = yield* MemoryDatabase

    /** Step 16. */
    const replay = ({ verification, fingerprint }: Application): Option.Option<Admission> => {
      const earlier = accountRow(verification.accountId).byRequestId.get(verification.requestId)
      if (earlier === undefined) return Option.none()
      const { verification: stored } = earlier
      return Option.some(
        earlier.fingerprint === fingerprint ? { _tag: 'Replayed', verification: stored } : { _tag: 'Conflict' },
      )
    }

    /** Step 17, first half: consumes rate when it lets pass. */
    const rate = ({ principal }: Application, now: number): Option.Option<Admission> => {
      const { rate } = tables()
      const verdict = judge(rate.get(principal.keyId) ?? 0, now, principal.account.plan.requestsPerMinute)
      if (!verdict.allowed) return Option.some({ _tag: 'RateExceeded', ...verdict })
      rate.set(principal.keyId, verdict.emptyAt)
      return Option.none()
    }

    /** Step 17, second half. */
    const quota = ({ principal, verification, quotaMonth }: Application): Option.Option<Admission> => {
      const { monthlyQuota } = principal.account.plan
      const created = accountRow(verification.accountId).created.get(quotaMonth.name) ?? 0
      if (monthlyQuota === null || created < monthlyQuota) return Option.none()
      const wait = retryAfterSeconds(quotaMonth, verification.createdAt)
      return Option.some({ _tag: 'QuotaExceeded', retryAfterSeconds: wait })
    }

    const screenedAt = (application: Application, now: number): Option.Option<Admission> =>
      replay(application).pipe(
        Option.orElse(() => rate(application, now)),
        Option.orElse(() => quota(application)),
      )

    /** Step 18 and the insert. */
    const create = (application: Application): Admission => {
      const { verification, quotaMonth } = application
      const { mode, priceCentavos, paymentIntentId } = verification.terms
      const account = accountRow(verification.accountId)
      const { payments, active } = tables()
      if (mode === 'consumo' && !covers(account.balance, priceCentavos)) return { _tag: 'BalanceInsufficient' }
      if (paymentIntentId !== null && payments.has(paymentIntentId)) return { _tag: 'PaymentTaken' }

      const row = rowOf(application)
      if (mode === 'consumo') account.balance = hold(account.balance, priceCentavos)
      if (paymentIntentId !== null) payments.set(paymentIntentId, verification.id)
      account.created.set(quotaMonth.name, (account.created.get(quotaMonth.name) ?? 0) + 1)
      account.rows.push(row)
      account.byId.set(verification.id, row)
      account.byRequestId.set(verification.requestId, row)
      active.add(row)
      Queue.offerUnsafe(signal, undefined)
      return { _tag: 'Created', verification }
    }

    return Verifications.of({
      admit: (application, screened) =>
        Effect.map(Clock.currentTimeMillis, (now) =>
          (screened ? replay(application) : screenedAt(application, now)).pipe(
            Option.getOrElse(() => create(application)),
          ),
        ),
      screen: (application) => Effect.map(Clock.currentTimeMillis, (now) => screenedAt(application, now)),
      recall: (accountId, requestId) =>
        Effect.sync(() => Option.fromUndefinedOr(accountRow(accountId).byRequestId.get(requestId))),
      read: (accountId, id) =>
        Effect.sync(() => Option.fromUndefinedOr(accountRow(accountId).byId.get(id)?.verification)),
      list: (accountId, { requestId, state, limit }) =>
        Effect.sync(() => {
          const { rows } = accountRow(accountId)
          const found: Array<Row['verification']> = []
          for (let index = rows.length - 1; index >= 0 && found.length < limit; index--) {
            const verification = rows[index]?.verification
            if (verification === undefined) continue
            if (requestId !== null && verification.requestId !== requestId) continue
            if (state === null || verification.state._tag === state) found.push(verification)
          }
          return found
        }),
    })
  }),
)
