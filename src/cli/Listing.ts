import { Effect, Option } from 'effect'
import { Argument } from 'effect/cli'
import type { Act } from '#domain/audit/Act.ts'
import * as Inputs from './Inputs.ts'
import { existing } from './KnownAccount.ts'
import { type Facts, printLatest } from './Output.ts'
import { recorded } from './Recording.ts'

export const flags = {
  account: Inputs.account.pipe(Argument.optional),
  since: Inputs.since,
  until: Inputs.until,
  limit: Inputs.limit,
}

interface Given extends Inputs.Times {
  readonly account: Option.Option<string>
  readonly limit: number
}

interface Listed<Row, E, R> {
  readonly act: Act
  /** The columns that a narrow table shows: of all accounts, and of one. */
  readonly brief: { readonly ofAll: ReadonlyArray<string>; readonly ofOne: ReadonlyArray<string> }
  readonly factsOf: (row: Row) => Facts
  readonly list: (accountId: string | null) => Effect.Effect<ReadonlyArray<Row>, E, R>
}

export const print = Effect.fnUntraced(function* <Row, E, R>(given: Given, listed: Listed<Row, E, R>) {
  const { act, brief, factsOf, list } = listed
  yield* Inputs.inOrder(given)
  const account = Option.getOrNull(given.account)
  if (account !== null) yield* existing(account)
  const records = yield* recorded(list(account), act, account === null ? {} : { account })
  yield* printLatest(records.map(factsOf), given.limit, account === null ? brief.ofAll : brief.ofOne)
})
