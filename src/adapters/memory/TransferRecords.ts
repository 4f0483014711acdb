import { DateTime, Effect, Layer, Option } from 'effect'
import { type TransferFilter, type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'
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
    return isInTime && (accountId === null || row.accountId === accountId) ? [record] : []
  })

export const layer = Layer.effect(
  TransferRecords,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase

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
            .filter((record) => state === null || record.state === state)
            .toReversed()
            .slice(0, limit),
        ),
    })
  }),
)
