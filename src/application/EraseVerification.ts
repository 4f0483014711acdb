import { Context, DateTime, Effect, Layer, Option } from 'effect'
import { Erasure } from '#ports/Erasure.ts'
import { Secrets } from '#ports/Secrets.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { VerificationRecords } from '#ports/VerificationRecords.ts'

/** The receipt for the person: a statement and its Ed25519 signature in base64. */
interface Receipt {
  readonly statement: string
  readonly signature: string
}

type Erased =
  | { readonly _tag: 'Erased'; readonly receipt: Receipt }
  | { readonly _tag: 'Unknown' }
  /** The verification ends by the deadline, and its end erases CURP and names. */
  | { readonly _tag: 'UnderWay'; readonly deadline: DateTime.Utc }

/** Carries out a person's right of cancellation (contract 3.14). */
export class EraseVerification extends Context.Service<
  EraseVerification,
  {
    /** Erases the content of a verification. If it was erased before, returns when. */
    readonly erase: (accountId: string, verificationId: string) => Effect.Effect<Erased, StorageUnavailable>
  }
>()('cotejo/application/EraseVerification') {
  static readonly layer = Layer.effect(
    EraseVerification,
    Effect.gen(function* () {
      const { erase } = yield* Erasure
      const { find } = yield* VerificationRecords
      const { signReceipt } = yield* Secrets

      return EraseVerification.of({
        erase: Effect.fnUntraced(function* (accountId, verificationId) {
          yield* erase(accountId, verificationId)
          const record = Option.getOrNull(yield* find(accountId, verificationId))
          if (record === null) return { _tag: 'Unknown' }
          const { requestId, state, retiredAt, deadline } = record
          if (retiredAt === null) return { _tag: 'UnderWay', deadline }
          const statement = JSON.stringify({
            act: 'verification erased',
            account: accountId,
            verification: verificationId,
            request: requestId,
            state,
            erasedAt: DateTime.formatIso(retiredAt),
          })
          return { _tag: 'Erased', receipt: { statement, signature: signReceipt(statement) } }
        }),
      })
    }),
  )
}
