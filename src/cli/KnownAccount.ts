import { Console, Effect, Option } from 'effect'
import type { BillingMode } from '#domain/verification/Terms.ts'
import { AccountAdministration, AccountUnknown } from '#ports/AccountAdministration.ts'
import { Refused } from './Failures.ts'

/** The account of this name. Fails if it does not exist, so that an empty list is not mistaken for an answer. */
export const existing = Effect.fnUntraced(function* (accountId: string) {
  const record = yield* (yield* AccountAdministration).find(accountId)
  if (Option.isNone(record)) return yield* new AccountUnknown({ accountId })
  const { movedTo } = record.value
  if (movedTo !== null) return yield* new Refused({ reason: `Account "${accountId}" was moved to cell "${movedTo}".` })
  return record.value
})

/** Says what the account does not have, or that there is no such account: its name may be misspelt. */
export const lacking = Effect.fnUntraced(function* (accountId: string, reason: string) {
  yield* existing(accountId)
  return yield* new Refused({ reason })
})

/** Says of a suspended account that what is made for it is refused for now. */
export const remarkSuspended = Effect.fnUntraced(function* (accountId: string) {
  const { active } = yield* existing(accountId)
  if (active) return
  yield* Console.error(
    `Account "${accountId}" is suspended: its keys are refused until cotejo accounts activate ${accountId}`,
  )
})

const elsewhere = {
  consumo: 'is in mode consumo, which has no transfers. For its charges: cotejo ledger export',
  connect: 'is in mode connect, which has no entries. What it was charged: cotejo transfers export',
} as const

/** Says of an account of the other mode where its charges are, so that nothing is not taken for no charge. */
export const remarkOther = (accountId: string, is: BillingMode, wanted: BillingMode) =>
  is === wanted ? Effect.void : Console.error(`Account "${accountId}" ${elsewhere[is]}`)
