import { DateTime, Effect, Layer, Option, Order, Queue } from 'effect'
import { settle } from '#domain/account/Settlement.ts'
import { fairShares, type Lane } from '#domain/helpers/FairShares.ts'
import { type Claim, type Ending, Resolutions } from '#ports/Resolutions.ts'
import { giveBack, MemoryDatabase, type Row, take } from './MemoryDatabase.ts'
import { bookCharge, queueTransfer, queueWebhook } from './Outbox.ts'

const byDueAt = Order.mapInput(Order.Number, (row: Row) => (row.dueAt === null ? 0 : DateTime.toEpochMillis(row.dueAt)))

const laneOf = ({ verification }: Row): Lane => ({ account: verification.accountId, host: null })

export const layer = Layer.effect(
  Resolutions,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase
    const { tables, signals } = database

    /** The row of a claim; undefined if the claim was lost. */
    const held = ({ verification, epoch }: Claim): Row | undefined => {
      const row = tables().accounts.get(verification.accountId)?.byId.get(verification.id)
      return row?.epoch === epoch && row.verification.state._tag === 'en_proceso' ? row : undefined
    }

    const claimRow = (row: Row): ReadonlyArray<Claim> => {
      const { verification, subject, trace } = row
      const { state } = verification
      if (state._tag !== 'en_proceso' || subject === null) return []
      take(row)
      return [{ verification: { ...verification, state }, subject, trace, epoch: row.epoch, crashes: 0 }]
    }

    const end = (row: Row, ending: Ending): void => {
      const { accountId, id, terms } = row.verification
      const { accounts, payments, active } = tables()
      const account = accounts.get(accountId)
      if (account === undefined) return
      const settlement = settle(account.balance, terms, ending.state._tag)
      const { freedPayment } = settlement
      account.balance = settlement.balance
      if (freedPayment !== null && payments.get(freedPayment) === id) payments.delete(freedPayment)
      active.delete(row)
      bookCharge(account, id, settlement, ending.state.resolvedAt)
      Object.assign(row, {
        verification: { ...row.verification, state: ending.state },
        document: ending.document,
        subject: null,
        dueAt: null,
        claimed: false,
      })
      queueWebhook(database, row, ending)
      queueTransfer(database, row, settlement.transfer, ending.state.resolvedAt)
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
          Object.assign(row, { verification: { ...row.verification, state }, dueAt })
          giveBack(row)
          return true
        }),
      putBack: (claim, dueAt) =>
        Effect.sync(() => {
          const row = held(claim)
          if (row === undefined) return false
          row.dueAt = dueAt
          giveBack(row)
          return true
        }),
      conclude: (claim, ending) =>
        Effect.sync(() => {
          const row = held(claim)
          if (row === undefined) return false
          end(row, ending)
          return true
        }),
      releaseAllExcept: (claims) =>
        Effect.sync(() => {
          const kept = new Set(claims.map(held))
          for (const row of tables().active) {
            if (row.claimed && !kept.has(row)) giveBack(row)
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
