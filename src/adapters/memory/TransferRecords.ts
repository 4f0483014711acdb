import { DateTime, Effect, Layer, Option, Queue } from 'effect'
import { alarmingAttempts } from '#domain/delivery/Transfer.ts'
import { type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'
import { MemoryDatabase, type TransferRow } from './MemoryDatabase.ts'

const recordOf = ({ transfer, claimed: _, epoch: __, ...row }: TransferRow): TransferRecord => ({ ...transfer, ...row })

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
            recordOf,
          ),
        ),
      list: (accountId, state, limit) =>
        Effect.sync(() =>
          Array.from(tables().transfers.values())
            .filter((row) => accountId === null || row.accountId === accountId)
            .filter(({ transfer }) => state === null || transfer.state === state)
            .toReversed()
            .slice(0, limit)
            .map(recordOf),
        ),
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
