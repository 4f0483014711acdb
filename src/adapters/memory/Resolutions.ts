import { DateTime, Effect, Layer, Option, Order, Queue } from 'effect'
import { charge, release } from '#domain/account/Billing.ts'
import { fairShares, type Lane } from '#domain/FairShares.ts'
import type { Consequence, Verification } from '#domain/verification/Verification.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { MemoryDatabase, paymentKey, type Row } from './MemoryDatabase.ts'
import { queueTransfer, queueWebhook } from './Outbox.ts'

const byDueAt = Order.mapInput(Order.Number, (row: Row) => (row.dueAt === null ? 0 : DateTime.toEpochMillis(row.dueAt)))

const laneOf = ({ verification }: Row): Lane => ({ account: verification.accountId, host: null })

export const layer = Layer.effect(
  Resolutions,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase
    const { tables, signals } = database

    /** The row of a claim that is still held, or none: somebody else did it. */
    const held = ({ verification, epoch }: Claim): Row | undefined => {
      const row = tables().accounts.get(verification.accountId)?.byId.get(verification.id)
      return row?.epoch === epoch && row.claimed && row.verification.state._tag === 'en_proceso' ? row : undefined
    }

    const claimRow = (row: Row): ReadonlyArray<Claim> => {
      const { verification, subject } = row
      const { state } = verification
      if (state._tag !== 'en_proceso' || subject === null) return []
      row.claimed = true
      row.epoch += 1
      return [{ verification: { ...verification, state }, subject, epoch: row.epoch, crashes: 0 }]
    }

    const settle = ({ accountId, terms }: Verification, consequences: ReadonlyArray<Consequence>): void => {
      const account = tables().accounts.get(accountId)
      const { mode, priceCentavos, paymentIntentId } = terms
      if (account === undefined) return
      if (mode === 'consumo' && consequences.includes('Charge'))
        account.balance = charge(account.balance, priceCentavos)
      if (!consequences.includes('Release')) return
      if (mode === 'consumo') account.balance = release(account.balance, priceCentavos)
      if (paymentIntentId !== null) tables().payments.delete(paymentKey(accountId, paymentIntentId))
    }

    return Resolutions.of({
      claim: (now, room) =>
        Effect.sync(() => {
          const active = Array.from(tables().active)
          const due = active.filter(
            ({ claimed, dueAt }) => !claimed && dueAt !== null && DateTime.isLessThanOrEqualTo(dueAt, now),
          )
          const held = active.filter(({ claimed }) => claimed)
          return fairShares(due.sort(byDueAt), held, laneOf, room).flatMap(claimRow)
        }),
      park: (claim, state, dueAt) =>
        Effect.sync(() => {
          const row = held(claim)
          if (row === undefined) return false
          Object.assign(row, { verification: { ...row.verification, state }, dueAt, claimed: false })
          return true
        }),
      conclude: (claim, ending) =>
        Effect.sync(() => {
          const { state, consequences } = ending
          const row = held(claim)
          if (row === undefined) return false
          settle(row.verification, consequences)
          const subject = consequences.includes('EraseSubject') ? null : row.subject
          Object.assign(row, { verification: { ...row.verification, state }, subject, dueAt: null, claimed: false })
          tables().active.delete(row)
          queueWebhook(database, row, ending)
          queueTransfer(database, row, ending)
          return true
        }),
      releaseAllExcept: (claims) =>
        Effect.sync(() => {
          const kept = new Set(claims.map(held))
          for (const row of tables().active) {
            if (row.claimed && !kept.has(row)) Object.assign(row, { claimed: false, epoch: row.epoch + 1 })
          }
        }),
      nextDueAt: Effect.sync(() => {
        let next: DateTime.Utc | null = null
        for (const { claimed, dueAt } of tables().active) {
          if (!claimed && dueAt !== null && (next === null || DateTime.isLessThan(dueAt, next))) next = dueAt
        }
        return Option.fromNullOr(next)
      }),
      awaitWork: Queue.take(signals.resolution),
    })
  }),
)
