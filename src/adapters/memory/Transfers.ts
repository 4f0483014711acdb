import { DateTime, Effect, Layer, Option, Order, Queue } from 'effect'
import { fairShares, type Lane } from '#domain/helpers/FairShares.ts'
import { type TransferClaim, Transfers } from '#ports/Transfers.ts'
import { giveBack, MemoryDatabase, type TransferRow, take } from './MemoryDatabase.ts'

const dueMillis = ({ transfer: { dueAt } }: TransferRow): number => (dueAt === null ? 0 : DateTime.toEpochMillis(dueAt))

const laneOf = ({ accountId }: TransferRow): Lane => ({ account: accountId, host: null })

export const layer = Layer.effect(
  Transfers,
  Effect.gen(function* () {
    const { tables, signals } = yield* MemoryDatabase

    /** The row of a claim; undefined if the claim was lost. */
    const held = ({ verificationId, epoch }: TransferClaim): TransferRow | undefined => {
      const row = tables().transfers.get(verificationId)
      return row?.epoch === epoch ? row : undefined
    }

    const claimRow = (row: TransferRow): TransferClaim => {
      const { accountId, verificationId, paymentIntentId, amountCentavos, transfer, trace } = row
      take(row)
      const credentials = tables().processors.get(accountId) ?? null
      return {
        accountId,
        verificationId,
        paymentIntentId,
        amountCentavos,
        transfer,
        trace,
        credentials,
        epoch: row.epoch,
      }
    }

    /** Unclaimed pending transfers, longest due first. */
    const waiting = () =>
      Array.from(tables().transfers.values())
        .filter(({ claimed, transfer }) => !claimed && transfer.dueAt !== null)
        .sort(Order.mapInput(Order.Number, dueMillis))

    const writing = (claim: TransferClaim, write: (row: TransferRow) => void) =>
      Effect.sync(() => {
        const row = held(claim)
        if (row !== undefined) write(row)
        return row !== undefined
      })

    return Transfers.of({
      claim: (now, room) =>
        Effect.sync(() => {
          const due = waiting().filter((row) => dueMillis(row) <= DateTime.toEpochMillis(now))
          const held = Array.from(tables().transfers.values()).filter(({ claimed }) => claimed)
          return fairShares(due, held, laneOf, room).map(claimRow)
        }),
      begin: (claim, transfer) =>
        writing(claim, (row) => {
          row.transfer = transfer
        }),
      record: (claim, outcome, after) =>
        writing(claim, (row) => {
          row.transfer = after
          giveBack(row)
          row.transferId = outcome._tag === 'Transferred' ? outcome.transferId : null
          row.lastFailure = outcome._tag === 'Failed' ? outcome.reason : null
        }),
      releaseAllExcept: (kept) =>
        Effect.sync(() => {
          const ids = new Set(kept.map(({ verificationId }) => verificationId))
          for (const row of tables().transfers.values()) {
            if (row.claimed && !ids.has(row.verificationId)) giveBack(row)
          }
        }),
      nextDueAt: Effect.sync(() => Option.fromNullishOr(waiting()[0]?.transfer.dueAt)),
      awaitWork: Queue.take(signals.transfer),
    })
  }),
)
