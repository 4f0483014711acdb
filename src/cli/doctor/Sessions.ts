import { Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { sessionSettings } from '#adapters/postgres/connection/SessionSettings.ts'
import { onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { type Check, fault, ok, warning } from './Check.ts'

const settingsIn = rowsOf(Schema.Struct({ name: Schema.String, value: Schema.String }))
const othersIn = onlyRowOf(
  Schema.Struct({ isolation: Schema.String, replication: Schema.String, timeout: Schema.NullOr(Schema.String) }),
)

/** Whether sessions have the settings that this program asks for, and those that it cannot ask for. */
export const sessions: Check<Database> = {
  check: 'settings of sessions',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const asked = new Map(Object.entries(sessionSettings).map(([name, value]) => [name, String(value)]))
    const found = settingsIn(
      yield* sql`
        SELECT name, current_setting(name) AS value
          FROM jsonb_array_elements_text(${JSON.stringify([...asked.keys()])}::jsonb) AS name`,
    )
    const { isolation, replication, timeout } = othersIn(
      yield* sql`
        SELECT current_setting('transaction_isolation') AS isolation,
               current_setting('session_replication_role') AS replication,
               nullif(current_setting('transaction_timeout', true), '0') AS timeout`,
    )
    const different = [
      ...found.filter(({ name, value }) => asked.get(name) !== value),
      ...(isolation === 'read committed' ? [] : [{ name: 'transaction_isolation', value: isolation }]),
    ].map(({ name, value }) => `${name} is ${value}`)
    if (different.length > 0) {
      return fault(different.join(', '), 'Something between this program and Postgres changes its settings: remove it.')
    }
    if (replication !== 'origin') {
      return fault(
        `session_replication_role is ${replication}, so no trigger protects the ledger and the audit`,
        "Reset it for Cotejo's roles and database.",
      )
    }
    return timeout === null
      ? ok('as this program needs them')
      : warning(
          `transaction_timeout is ${timeout}, which can end transactions of Cotejo`,
          "Set it to 0 for Cotejo's roles.",
        )
  }),
}
