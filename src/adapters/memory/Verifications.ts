import { Clock, DateTime, Effect, Layer, Option, Queue } from 'effect'
import { covers, hold } from '#domain/account/Billing.ts'
import { retryAfterSeconds } from '#domain/account/Quota.ts'
import { judge } from '#domain/account/RateLimit.ts'
import { type Admission, type Application, Verifications } from '#ports/Verifications.ts'
import { MemoryDatabase, paymentKey, type Row } from './MemoryDatabase.ts'

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

/** Rows stand in order of creation; one that was judged longer than the next may come after it. */
const insertByCreation = (rows: Array<Row>, row: Row): void => {
  const { createdAt } = row.verification
  const after = rows.findLastIndex(({ verification }) => !DateTime.isGreaterThan(verification.createdAt, createdAt))
  rows.splice(after + 1, 0, row)
}

export const layer = Layer.effect(
  Verifications,
  Effect.gen(function* () {
    const { tables, accountRow, signals } = yield* MemoryDatabase

    /** Step 16. */
    const replay = ({ verification, fingerprint }: Application): Option.Option<Admission> => {
      const earlier = accountRow(verification.accountId).byRequestId.get(verification.requestId)
      if (earlier === undefined) return Option.none()
      const { verification: stored } = earlier
      return Option.some(
        earlier.fingerprint === fingerprint ? { _tag: 'Replayed', verification: stored } : { _tag: 'Conflict' },
      )
    }

    const quota = ({ principal, verification, quotaMonth }: Application): Option.Option<Admission> => {
      const { monthlyQuota } = principal.account.plan
      const created = accountRow(verification.accountId).created.get(quotaMonth.name) ?? 0
      if (monthlyQuota === null || created < monthlyQuota) return Option.none()
      const wait = retryAfterSeconds(quotaMonth, verification.createdAt)
      return Option.some({ _tag: 'QuotaExceeded', retryAfterSeconds: wait })
    }

    /** Step 17: consumes rate only when neither rate nor quota refuses. */
    const limits = (application: Application, now: number): Option.Option<Admission> => {
      const { account, keyId } = application.principal
      const { rate } = tables()
      const key = `${account.id}/${keyId}`
      const verdict = judge(rate.get(key) ?? 0, now, account.plan.requestsPerMinute)
      if (!verdict.allowed) return Option.some({ _tag: 'RateExceeded', retryAfterSeconds: verdict.retryAfterSeconds })
      const exceeded = quota(application)
      if (Option.isNone(exceeded)) rate.set(key, verdict.emptyAt)
      return exceeded
    }

    /** Whether the account of the presented key is still there and active. */
    const isOpen = ({ principal }: Application): boolean => tables().accounts.get(principal.account.id)?.active === true

    const screenedAt = (application: Application, now: number): Option.Option<Admission> =>
      isOpen(application)
        ? Option.orElse(replay(application), () => limits(application, now))
        : Option.some({ _tag: 'AccountClosed' })

    /** Step 18 and the insert. */
    const create = (application: Application): Admission => {
      const { verification, quotaMonth } = application
      const { mode, priceCentavos, paymentIntentId } = verification.terms
      const account = accountRow(verification.accountId)
      const { payments, active } = tables()
      if (mode === 'consumo' && !covers(account.balance, priceCentavos)) return { _tag: 'BalanceInsufficient' }
      const payment = paymentIntentId === null ? null : paymentKey(verification.accountId, paymentIntentId)
      if (payment !== null && payments.has(payment)) return { _tag: 'PaymentTaken' }

      const row = rowOf(application)
      if (mode === 'consumo') account.balance = hold(account.balance, priceCentavos)
      if (payment !== null) payments.set(payment, verification.id)
      account.created.set(quotaMonth.name, (account.created.get(quotaMonth.name) ?? 0) + 1)
      insertByCreation(account.rows, row)
      account.byId.set(verification.id, row)
      account.byRequestId.set(verification.requestId, row)
      active.add(row)
      Queue.offerUnsafe(signals.resolution, undefined)
      return { _tag: 'Created', verification }
    }

    return Verifications.of({
      admit: (application, screened) =>
        Effect.map(Clock.currentTimeMillis, (now) =>
          (screened ? Option.orElse(replay(application), () => quota(application)) : screenedAt(application, now)).pipe(
            Option.getOrElse(() => create(application)),
          ),
        ),
      screen: (application) => Effect.map(Clock.currentTimeMillis, (now) => screenedAt(application, now)),
      recall: (accountId, requestId) =>
        Effect.sync(() => Option.fromUndefinedOr(tables().accounts.get(accountId)?.byRequestId.get(requestId))),
      read: (accountId, id) =>
        Effect.sync(() => Option.fromUndefinedOr(tables().accounts.get(accountId)?.byId.get(id)?.verification)),
      list: (accountId, { requestId, state, limit }) =>
        Effect.sync(() => {
          const rows = tables().accounts.get(accountId)?.rows ?? []
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
