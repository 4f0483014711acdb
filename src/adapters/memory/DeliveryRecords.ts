import { DateTime, Duration, Effect, Layer, Option, Queue } from 'effect'
import { nextAt, resend } from '#domain/delivery/Delivery.ts'
import type { Attempt } from '#ports/Deliveries.ts'
import {
  type AttemptRecord,
  type DeliveryFilter,
  type DeliveryRecord,
  DeliveryRecords,
} from '#ports/DeliveryRecords.ts'
import { type DeliveryRow, MemoryDatabase } from './MemoryDatabase.ts'

const attemptOf = ({ kind, outcome, startedAt, took }: Attempt, index: number): AttemptRecord => ({
  number: index + 1,
  kind,
  startedAt,
  tookMillis: Duration.toMillis(took),
  status: outcome._tag === 'Answered' ? outcome.status : null,
  failure: outcome._tag === 'Failed' ? outcome.reason : null,
})

export const layer = Layer.effect(
  DeliveryRecords,
  Effect.gen(function* () {
    const { tables, signals } = yield* MemoryDatabase

    const rowOf = (accountId: string, verificationId: string): DeliveryRow | undefined => {
      const row = tables().deliveries.get(verificationId)
      return row?.accountId === accountId ? row : undefined
    }

    const emittedAt = ({ accountId, verificationId }: DeliveryRow): DateTime.Utc | null => {
      const end = tables().accounts.get(accountId)?.byId.get(verificationId)?.verification.state
      return end === undefined || end._tag === 'en_proceso' ? null : end.resolvedAt
    }
    const recordOf = (row: DeliveryRow): DeliveryRecord => {
      const { delivery, accountId, verificationId, eventId, url, claimed } = row
      const replicaId = claimed ? 'memory' : null
      const last = row.attempts.at(-1)?.outcome
      const lastResult = last === undefined ? null : last._tag === 'Answered' ? String(last.status) : last.reason
      return { ...delivery, accountId, verificationId, eventId, url, emittedAt: emittedAt(row), replicaId, lastResult }
    }

    /** In the order of creation. */
    const chosen = ({ accountId, state, host, since, until }: DeliveryFilter) =>
      Array.from(tables().deliveries.values()).filter((row) => {
        const emitted = emittedAt(row)
        return (
          (accountId === null || row.accountId === accountId) &&
          (state === null || row.delivery.state === state) &&
          (host === null || row.host === host) &&
          (since === null || (emitted !== null && DateTime.isGreaterThanOrEqualTo(emitted, since))) &&
          (until === null || (emitted !== null && DateTime.isLessThan(emitted, until)))
        )
      })
    return DeliveryRecords.of({
      find: (accountId, verificationId) =>
        Effect.sync(() =>
          Option.map(Option.fromUndefinedOr(rowOf(accountId, verificationId)), (row) => ({
            delivery: recordOf(row),
            attempts: row.attempts.map(attemptOf),
          })),
        ),
      list: (filter, limit) => Effect.sync(() => chosen(filter).toReversed().slice(0, limit).map(recordOf)),
      resend: (accountId, verificationId, at) =>
        Effect.sync(() => {
          const row = rowOf(accountId, verificationId)
          if (row === undefined) return false
          row.delivery = resend(row.delivery, at)
          tables().undelivered.add(row)
          Queue.offerUnsafe(signals.delivery, undefined)
          return true
        }),
      count: (now) =>
        Effect.sync(() => {
          const rows = Array.from(tables().deliveries.values())
          const late = rows.flatMap(({ delivery, claimed }) => {
            const at = claimed ? null : nextAt(delivery)
            return at === null || DateTime.isGreaterThan(at, now) ? [] : [at]
          })
          return {
            pending: rows.filter(({ delivery }) => delivery.state === 'pendiente').length,
            failing: rows.filter(({ delivery }) => delivery.state === 'pendiente' && delivery.attempts > 0).length,
            exhausted: rows.filter(({ delivery }) => delivery.state === 'agotada').length,
            oldestDueAt: Option.fromUndefinedOr(late.toSorted(DateTime.Order)[0]),
          }
        }),
    })
  }),
)
