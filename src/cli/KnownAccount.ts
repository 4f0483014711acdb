import { Effect, Option } from 'effect'
import { AccountAdministration, AccountUnknown } from '#ports/AccountAdministration.ts'

/** The account of this name; it fails where there is none, so that an empty list is not taken for an answer. */
export const existing = Effect.fnUntraced(function* (accountId: string) {
  const record = yield* (yield* AccountAdministration).find(accountId)
  return Option.isSome(record) ? record.value : yield* new AccountUnknown({ accountId })
})
