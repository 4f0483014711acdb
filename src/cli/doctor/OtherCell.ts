import { Effect, Layer, Schema } from 'effect'
import type { SqlClient } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { type Check, fault, ok } from './Check.ts'

/** What must be in one cell only, by the table and column that it is in. Accounts that move now are in two. */
const unique = [
  { what: 'account', table: 'accounts', column: 'account_id' },
  { what: 'key', table: 'api_keys', column: 'digest' },
  { what: 'payment', table: 'payment_claims', column: 'payment_intent_id' },
  { what: 'destination', table: 'processor_accounts', column: 'destination' },
] as const

const pageOf = 5_000
const valuesIn = rowsOf(Schema.Struct({ value: Schema.String, account_id: Schema.String }))

/** Those of another database that are here too. */
const inBoth = Effect.fnUntraced(function* (
  here: SqlClient.SqlClient,
  there: SqlClient.SqlClient,
  { what, table, column }: (typeof unique)[number],
) {
  const select = (sql: SqlClient.SqlClient) =>
    sql`SELECT ${sql(column)} AS value, account_id FROM ${sql(table)} t
         WHERE NOT EXISTS (SELECT FROM accounts a WHERE a.account_id = t.account_id AND a.moving_to IS NOT NULL)`
  let after = ''
  for (;;) {
    const page = valuesIn(
      yield* there`${select(there)} AND ${there(column)} > ${after} ORDER BY ${there(column)} LIMIT ${pageOf}`,
    )
    const values = page.map(({ value }) => value)
    const [both] = valuesIn(yield* here`${select(here)} AND ${here.in(column, values)} LIMIT 1`)
    // A key is secret even as a digest: its account says enough.
    if (both !== undefined) return `the ${what} ${what === 'key' ? `of "${both.account_id}"` : `"${both.value}"`}`
    if (page.length < pageOf) return null
    after = values.at(-1) ?? ''
  }
})

/** @param database the other cell's */
export const otherCell = <E>(name: string, database: Layer.Layer<Database, E>): Check<Database> => ({
  check: `cell ${name}`,
  look: Effect.gen(function* () {
    const { work: here } = yield* Database
    const { work: there } = yield* Effect.provide(Database, yield* Layer.build(database))
    const found = yield* Effect.forEach(unique, (one) => inBoth(here, there, one))
    const both = found.filter((one) => one !== null)
    return both.length === 0
      ? ok('no account, key, payment or destination is in both')
      : fault(`in both cells: ${both.join(', ')}`, 'See docs/operate/cells.md, "If it fails".')
  }).pipe(Effect.scoped),
})
