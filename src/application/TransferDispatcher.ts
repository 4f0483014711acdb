import { Context, Effect, Layer } from 'effect'
import {
  alarmingAttempts,
  attempted,
  beginning,
  idempotencyKey,
  type Transfer,
  type TransferOutcome,
} from '#domain/delivery/Transfer.ts'
import { Payments } from '#ports/Payments.ts'
import { Time } from '#ports/Time.ts'
import { type TransferClaim, Transfers } from '#ports/Transfers.ts'
import { AttemptFailed, dispatcher, recording } from './Dispatcher.ts'
import type { DueWork } from './DueWork.ts'

/** Concurrent calls to the processor per process: in total, and for one account, whose platform may hang. */
const atOnce = 32
const perAccount = 8

const failed = (reason: string): TransferOutcome => ({ _tag: 'Failed', reason, isFinal: false, remark: null })

/** Executes each transfer queued by an emitted verification of mode `connect` once. */
export class TransferDispatcher extends Context.Service<TransferDispatcher, DueWork>()(
  'cotejo/application/TransferDispatcher',
) {
  static readonly layer = Layer.effect(
    TransferDispatcher,
    Effect.gen(function* () {
      const transfers = yield* Transfers
      const payments = yield* Payments
      const time = yield* Time

      const outcomeOf = (
        { verificationId, paymentIntentId, amountCentavos, credentials }: TransferClaim,
        now: Transfer,
      ) =>
        credentials === null
          ? Effect.succeed(failed('sin_credenciales'))
          : payments.transfer(credentials, {
              verificationId,
              paymentIntentId,
              amountCentavos,
              idempotencyKey: idempotencyKey(paymentIntentId, now),
            })

      const logAttempt = (claim: TransferClaim, result: string, after: Transfer, isMade: boolean) => {
        const facts = {
          verificacion_id: claim.verificationId,
          attempt: after.attempts,
          result,
        }
        if (isMade) return Effect.logInfo('transfer attempt', facts)
        return after.attempts >= alarmingAttempts
          ? Effect.logError('transfer keeps failing', facts)
          : Effect.logWarning('transfer attempt', facts)
      }

      const attempt = Effect.fnUntraced(function* (claim: TransferClaim) {
        // Recorded first: a processor that forgot the idempotency key would transfer twice.
        const begun = beginning(claim.transfer, yield* time.now)
        if (begun !== claim.transfer && !(yield* recording(transfers.begin(claim, begun)))) return
        const outcome = yield* outcomeOf(claim, begun)
        const after = attempted(begun, outcome, yield* time.now)
        yield* recording(transfers.record(claim, outcome, after))
        const result = outcome._tag === 'Transferred' ? outcome.transferId : outcome.reason
        yield* Effect.annotateCurrentSpan({ attempt: after.attempts, result })
        yield* logAttempt(claim, result, after, outcome._tag === 'Transferred')
        if (outcome._tag === 'Failed') return yield* new AttemptFailed({ reason: result })
      })

      return TransferDispatcher.of(
        yield* dispatcher<TransferClaim>({
          name: 'transfers',
          atOnce,
          attempt,
          queue: transfers,
          claim: (now, most) => transfers.claim(now, { most, perAccount }),
          factsOf: ({ verificationId, accountId }) => ({ verificacion_id: verificationId, account: accountId }),
        }),
      )
    }),
  )
}
