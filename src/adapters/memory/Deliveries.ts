import { DateTime, Effect, Layer, Option, Order, Queue } from 'effect'
import { nextAt, postponed } from '#domain/delivery/Delivery.ts'
import { fairShares, type Lane } from '#domain/helpers/FairShares.ts'
import { Deliveries, type DeliveryClaim } from '#ports/Deliveries.ts'
import { type DeliveryRow, giveBack, MemoryDatabase, take } from './MemoryDatabase.ts'

const dueAt = ({ delivery }: DeliveryRow): DateTime.Utc | null => nextAt(delivery)
const byDueAt = Order.mapInput(Order.Number, (row: DeliveryRow) => {
  const due = dueAt(row)
  return due === null ? 0 : DateTime.toEpochMillis(due)
})

const laneOf = ({ accountId, host }: DeliveryRow): Lane => ({ account: accountId, host })

export const layer = Layer.effect(
  Deliveries,
  Effect.gen(function* () {
    const { tables, signals } = yield* MemoryDatabase

    /** The row of a claim; undefined if the claim was lost. */
    const held = ({ verificationId, epoch }: DeliveryClaim): DeliveryRow | undefined => {
      const row = tables().deliveries.get(verificationId)
      return row?.epoch === epoch ? row : undefined
    }

    const claimRow = (row: DeliveryRow): DeliveryClaim => {
      const { accountId, verificationId, delivery, url, eventId, body, trace } = row
      const secrets = tables().secrets.get(accountId)
      take(row)
      const keys = secrets && { current: secrets.actual.secret, next: secrets.siguiente?.secret ?? null }
      return {
        accountId,
        verificationId,
        delivery,
        trace,
        epoch: row.epoch,
        request: keys === undefined ? null : { url, eventId, body, secrets: keys },
      }
    }

    return Deliveries.of({
      claim: (now, room) =>
        Effect.sync(() => {
          const due = Array.from(tables().undelivered).filter((row) => {
            const at = dueAt(row)
            return (
              !row.claimed && at !== null && !DateTime.isGreaterThan(at, now) && tables().secrets.has(row.accountId)
            )
          })
          const held = Array.from(tables().undelivered).filter(({ claimed }) => claimed)
          return fairShares(due.sort(byDueAt), held, laneOf, room).map(claimRow)
        }),
      record: (claim, attempt, after) =>
        Effect.sync(() => {
          const row = held(claim)
          if (row === undefined) return false
          // An operator may have requested another attempt during this one.
          const asked = row.delivery.resendAt === claim.delivery.resendAt ? after.resendAt : row.delivery.resendAt
          row.delivery = { ...after, resendAt: asked }
          giveBack(row)
          row.attempts.push(attempt)
          if (nextAt(row.delivery) === null) tables().undelivered.delete(row)
          return true
        }),
      park: (claim, until) =>
        Effect.sync(() => {
          const row = held(claim)
          if (row === undefined) return false
          row.delivery = postponed(row.delivery, until)
          giveBack(row)
          return true
        }),
      releaseAllExcept: (kept) =>
        Effect.sync(() => {
          const ids = new Set(kept.map(({ verificationId }) => verificationId))
          for (const row of tables().undelivered) {
            if (row.claimed && !ids.has(row.verificationId)) giveBack(row)
          }
        }),
      nextDueAt: Effect.sync(() => {
        let next: DateTime.Utc | null = null
        for (const row of tables().undelivered) {
          const at = dueAt(row)
          if (row.claimed || !tables().secrets.has(row.accountId)) continue
          if (at !== null && (next === null || DateTime.isLessThan(at, next))) next = at
        }
        return Option.fromNullOr(next)
      }),
      awaitWork: Queue.take(signals.delivery),
    })
  }),
)
