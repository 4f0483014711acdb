import { Clock, DateTime, Effect, Layer, Option, Queue } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { type Facts, type Judgement, judge, type Stage } from '#domain/account/Admission.ts'
import { shown } from '#domain/verification/Verification.ts'
import { type Admission, type Application, type Standing, Verifications } from '#ports/Verifications.ts'
import { MemoryDatabase, type Row, type Tables } from './MemoryDatabase.ts'

/** Under what the rate of a key stands. */
const keyName = ({ account, keyId }: Principal): string => `${account.id}/${keyId}`

const rowOf = ({ verification, fingerprint, webhookUrl, propertyId, subject, trace }: Application): Row => ({
  verification,
  fingerprint,
  webhookUrl,
  propertyId,
  trace,
  document: null,
  subject,
  dueAt: verification.createdAt,
  claimed: false,
  epoch: 0,
})

const standingOf = ({ verification, document }: Row): Standing => {
  const { id, state } = verification
  return state._tag === 'en_proceso'
    ? { _tag: 'UnderWay', verification: shown(verification) }
    : { _tag: 'Ended', id, document }
}

/** Rows stand in order of creation; one that was judged longer than the next may come after it. */
const insertByCreation = (rows: Array<Row>, row: Row): void => {
  const { createdAt } = row.verification
  const after = rows.findLastIndex(({ verification }) => !DateTime.isGreaterThan(verification.createdAt, createdAt))
  rows.splice(after + 1, 0, row)
}

/** What the tables say of an application. */
const factsOf = (
  { accounts, rate, payments }: Tables,
  { principal, verification }: Application,
  now: number,
): Facts => {
  const { paymentIntentId } = verification.terms
  const account = accounts.get(principal.account.id)
  return {
    accountIsOpen: account?.active === true,
    earlier: account?.byRequestId.get(verification.requestId) ?? null,
    now,
    rate: rate.get(keyName(principal)) ?? [],
    created: account?.created ?? [],
    balance: account?.balance ?? { settledCentavos: 0, heldCentavos: 0 },
    paymentIsTaken: paymentIntentId !== null && payments.has(paymentIntentId),
  }
}

/** Makes true what was decided. */
const apply = ({ accounts, rate, payments, active }: Tables, application: Application, judgement: Judgement): void => {
  const { principal, verification } = application
  const account = accounts.get(principal.account.id)
  if (account === undefined) return
  account.balance = judgement.balance
  account.created = judgement.created
  rate.set(keyName(principal), judgement.rate)
  if (judgement.claimedPayment !== null) payments.set(judgement.claimedPayment, verification.id)
  if (judgement.verdict._tag !== 'Created') return
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

    const judged = (stage: Stage, application: Application) =>
      Effect.map(Clock.currentTimeMillis, (now): Option.Option<Admission> => {
        const { principal, verification, fingerprint, quotaMonth } = application
        const { terms, createdAt, requestId } = verification
        const candidate = { plan: principal.account.plan, terms, fingerprint, quotaMonth, createdAt }
        const earlier = tables().accounts.get(principal.account.id)?.byRequestId.get(requestId)
        const judgement = judge(stage, candidate, factsOf(tables(), application, now))
        apply(tables(), application, judgement)
        const { verdict } = judgement
        switch (verdict._tag) {
          case 'Screened':
            return Option.none()
          case 'Replayed':
            return Option.map(Option.fromUndefinedOr(earlier), (row) => ({
              _tag: verdict._tag,
              standing: standingOf(row),
            }))
          case 'Created':
            Queue.offerUnsafe(signals.resolution, undefined)
            return Option.some({ _tag: verdict._tag, verification })
          default:
            return Option.some(verdict)
        }
      })

    const admitted = (stage: 'whole' | 'screened') => (application: Application) =>
      Effect.flatMap(judged(stage, application), Effect.fromOption).pipe(Effect.orDie)

    return Verifications.of({
      admit: admitted('whole'),
      screen: (application) => judged('screening', application),
      admitScreened: admitted('screened'),
      recall: (accountId, requestId, fingerprint) =>
        Effect.sync(() => {
          const earlier = tables().accounts.get(accountId)?.byRequestId.get(requestId)
          return earlier?.fingerprint === fingerprint ? Option.some(standingOf(earlier)) : Option.none()
        }),
      read: (accountId, id) =>
        Effect.sync(() =>
          Option.map(Option.fromUndefinedOr(tables().accounts.get(accountId)?.byId.get(id)), standingOf),
        ),
      list: (accountId, { requestId, state, limit }) =>
        Effect.sync(() => {
          const rows = tables().accounts.get(accountId)?.rows ?? []
          const found: Array<Standing> = []
          for (let index = rows.length - 1; index >= 0 && found.length < limit; index--) {
            const row = rows[index]
            if (row === undefined) continue
            if (requestId !== null && row.verification.requestId !== requestId) continue
            if (state === null || row.verification.state._tag === state) found.push(standingOf(row))
          }
          return found
        }),
    })
  }),
)
