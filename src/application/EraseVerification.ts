import { DateTime, Effect, Option } from 'effect'
import { Erasure } from '#ports/Erasure.ts'
import { Secrets } from '#ports/Secrets.ts'
import { VerificationRecords } from '#ports/VerificationRecords.ts'

/**
 * Carries out a person's right of cancellation (contract 3.14): erases the content of a verification. If it was erased
 * before, the receipt says when: a statement and its Ed25519 signature in base64.
 */
export const eraseVerification = Effect.gen(function* () {
  const { erase } = yield* Erasure
  const { find } = yield* VerificationRecords
  const { signReceipt } = yield* Secrets

  return Effect.fnUntraced(function* (accountId: string, verificationId: string) {
    yield* erase(accountId, verificationId)
    const record = Option.getOrNull(yield* find(accountId, verificationId))
    if (record === null) return { _tag: 'Unknown' } as const
    const { requestId, state, retiredAt, deadline } = record
    // The verification ends by the deadline, and its end erases CURP and names.
    if (retiredAt === null) return { _tag: 'UnderWay', deadline } as const
    const statement = JSON.stringify({
      act: 'verification erased',
      account: accountId,
      verification: verificationId,
      request: requestId,
      state,
      erasedAt: DateTime.formatIso(retiredAt),
    })
    return { _tag: 'Erased', receipt: { statement, signature: signReceipt(statement) } } as const
  })
})
