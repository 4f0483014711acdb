import { DateTime, Effect, Layer, Option, Order, Queue } from 'effect'
import { alarmingAttempts } from '#domain/delivery/Transfer.ts'
import { type RetryFilter, type TransferFilter, type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'
import { MemoryDatabase, type Tables, type TransferRow } from './MemoryDatabase.ts'

const recordIn = ({ accounts }: Tables, { transfer, claimed: _, epoch: __, ...row }: TransferRow): TransferRecord => {
  const { requestId = null, state } = accounts.get(row.accountId)?.byId.get(row.verificationId)?.verification ?? {}
  const emittedAt = state?._tag === 'emitida' ? state.resolvedAt : null
  return { ...transfer, ...row, requestId, emittedAt }
}

/** Transfers of one account or all, in a time range, in the order of queueing. */
const chosenIn = (tables: Tables, { accountId, since, until }: Omit<TransferFilter, 'state'>) =>
  Array.from(tables.transfers.values()).flatMap((row) => {
    const record = recordIn(tables, row)
    const { emittedAt } = record
    const isInTime =
      (since === null || (emittedAt !== null && DateTime.isGreaterThanOrEqualTo(emittedAt, since))) &&
      (until === null || (emittedAt !== null && DateTime.isLessThan(emittedAt, until)))
    return isInTime && (accountId === null || row.accountId === accountId) ? [{ row, record }] : []
  })

/** Up to `most` transfers that wait for a later attempt. */
const retryableIn = (
  tables: Tables,
  { destination, ...filter }: RetryFilter,
  at: DateTime.Utc,
  most: number,
): ReadonlyArray<TransferRow> =>
  chosenIn(tables, filter)
    .map(({ row }) => row)
    .filter(({ accountId }) => destination === null || tables.processors.get(accountId)?.destination === destination)
    .filter(({ claimed, transfer: { dueAt } }) => !claimed && dueAt !== null && DateTime.isGreaterThan(dueAt, at))
    .slice(0, most)

const sumOf = (records: ReadonlyArray<TransferRecord>): number =>
  records.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)

export const layer = Layer.effect(
  TransferRecords,
  Effect.gen(function* () {
    const { tables, signals } = yield* MemoryDatabase

    return TransferRecords.of({
      find: (accountId, verificationId) =>
        Effect.sync(() =>
          Option.map(
            Option.filter(
              Option.fromUndefinedOr(tables().transfers.get(verificationId)),
              (row) => row.accountId === accountId,
            ),
            (row) => recordIn(tables(), row),
          ),
        ),
      list: ({ state, ...filter }, limit) =>
        Effect.sync(() =>
          chosenIn(tables(), filter)
            .map(({ record }) => record)
            .filter((record) => state === null || record.state === state)
            .toReversed()
            .slice(0, limit),
        ),
      each: (filter, take) =>
        Effect.suspend(() => {
          const records = chosenIn(tables(), filter)
            .map(({ record }) => record)
            .toSorted((one, other) => Order.String(one.accountId, other.accountId))
          const centavos = sumOf(records)
          const executed = sumOf(records.filter(({ state }) => state === 'ejecutada'))
          // A verification is emitted and its transfer queued in one step, so the sums are equal.
          const sums = { transfers: records.length, centavos, executed, charged: centavos }
          return Effect.as(records.length === 0 ? Effect.void : take(records), sums)
        }),
      usesOf: (paymentIntentIds) =>
        Effect.sync(() =>
          paymentIntentIds.flatMap((paymentIntentId) => {
            const verificationId = tables().payments.get(paymentIntentId)
            const owner = Array.from(tables().accounts.values()).find(({ byId }) => byId.has(verificationId ?? ''))
            if (verificationId === undefined || owner === undefined) return []
            const row = tables().transfers.get(verificationId)
            const transfer = row === undefined ? null : { ...row, state: row.transfer.state }
            return [{ paymentIntentId, accountId: owner.account.id, verificationId, transfer }]
          }),
        ),
      retry: (accountId, verificationId, at) =>
        Effect.sync(() => {
          const row = tables().transfers.get(verificationId)
          if (row === undefined || row.accountId !== accountId) return false
          if (row.claimed || row.transfer.state !== 'encolada') return false
          row.transfer = { ...row.transfer, dueAt: at }
          Queue.offerUnsafe(signals.transfer, undefined)
          return true
        }),
      retryable: (which, at, most) => Effect.sync(() => retryableIn(tables(), which, at, most).length),
      retryAll: (which, at, most) =>
        Effect.sync(() => {
          const waiting = retryableIn(tables(), which, at, most)
          for (const row of waiting) row.transfer = { ...row.transfer, dueAt: at }
          if (waiting.length > 0) Queue.offerUnsafe(signals.transfer, undefined)
          return waiting.length
        }),
      count: (now) =>
        Effect.sync(() => {
          const queued = Array.from(tables().transfers.values()).filter(({ transfer }) => transfer.dueAt !== null)
          const late = queued.flatMap(({ claimed, transfer: { dueAt } }) =>
            claimed || dueAt === null || DateTime.isGreaterThan(dueAt, now) ? [] : [dueAt],
          )
          return {
            queued: queued.length,
            alarming: queued.filter(({ transfer }) => transfer.attempts >= alarmingAttempts).length,
            oldestDueAt: Option.fromUndefinedOr(late.toSorted(DateTime.Order)[0]),
          }
        }),
    })
  }),
)
