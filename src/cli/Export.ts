import { Console, Effect } from 'effect'
import type { BillingMode } from '#domain/verification/Terms.ts'
import { Unsound } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing, remarkOther } from './KnownAccount.ts'
import { type Facts, Json } from './Output.ts'
import { recorded } from './Recording.ts'

type Cell = string | number | null

/** A spreadsheet takes such a beginning for a formula, unless it is an amount. */
const isFormula = /^[=+\-@\t\r](?!\d+\.\d\d$)/

const cell = (value: Cell): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const plain = isFormula.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** One line (RFC 4180), without its end. */
export const csvLine = (cells: ReadonlyArray<Cell>): string => cells.map(cell).join(',')

export const exportFlags = { account: Inputs.ofAccount, since: Inputs.since, until: Inputs.until }

interface Exported<Row, Sums, E, R> {
  readonly act: 'ledger export' | 'transfers export'
  readonly account: string | null
  readonly times: Inputs.Times
  /** The mode of accounts that have such rows. */
  readonly mode: BillingMode
  /** The names of the members of `factsOf`. */
  readonly columns: string
  readonly factsOf: (row: Row) => Readonly<Record<string, string | number | null>>
  readonly each: (print: (page: ReadonlyArray<Row>) => Effect.Effect<void>) => Effect.Effect<Sums, E, R>
  /** Is told each page that is printed. */
  readonly tally: (page: ReadonlyArray<Row>) => void
  readonly sumsOf: (sums: Sums) => Facts
  readonly agrees: (sums: Sums) => boolean
  /** What is said if they do not. */
  readonly disagreement: string
}

/** Prints rows while they are read, as CSV or as lines of JSON, and their sums on standard error. */
export const exportEach = Effect.fnUntraced(function* <Row, Sums, E, R>(exported: Exported<Row, Sums, E, R>) {
  const { act, account, times, mode, columns, factsOf, each, tally, sumsOf, agrees, disagreement } = exported
  yield* Inputs.inOrder(times)
  const record = account === null ? null : yield* existing(account)
  // It is printed while it is read.
  yield* recorded(Effect.void, act, account === null ? {} : { account })
  const json = yield* Json
  const line = (facts: ReturnType<typeof factsOf>) => (json ? JSON.stringify(facts) : csvLine(Object.values(facts)))
  if (!json) yield* Console.log(columns)
  const sums = yield* each((page) => {
    tally(page)
    return Console.log(page.map((row) => line(factsOf(row))).join('\n'))
  })
  yield* Console.error(JSON.stringify(sumsOf(sums)))
  if (record !== null) yield* remarkOther(record.account.id, record.account.mode, mode)
  if (agrees(sums)) return
  yield* Console.error(`${disagreement} Details: cotejo ledger check`)
  return yield* new Unsound()
})
