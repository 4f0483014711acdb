import { Effect, Layer, Redacted } from 'effect'
import type { SqlClient } from 'effect/sql'
import { beforeAll, expect, it } from 'vitest'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { TimeoutFactor } from '#adapters/postgres/connection/TimeoutFactor.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'

let url: string
beforeAll(async () => {
  url = await testDatabase()
})

/** What a connection has set, by its pool. */
const settingsOf = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`
      SELECT concat_ws(' ', current_setting('application_name'), current_setting('statement_timeout'),
               current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout'),
               'jit=' || current_setting('jit'), current_setting('plan_cache_mode'),
               nullif(current_setting('cotejo.account', true), '')) AS settings`,
    ([row]) => Reflect.get(row ?? {}, 'settings'),
  )

it.each([
  [
    1,
    'cotejo-api 1500ms 0 5s jit=off auto',
    'cotejo-work 10s 2s 5s jit=off force_custom_plan *',
    'cotejo-dispatch 10s 2s 5s jit=off force_custom_plan *',
  ],
  [
    4,
    'cotejo-api 6s 0 20s jit=off auto',
    'cotejo-work 40s 8s 20s jit=off force_custom_plan *',
    'cotejo-dispatch 40s 8s 20s jit=off force_custom_plan *',
  ],
])('each pool waits for so long, where the machine is %d times as slow: %s, %s, %s', async (factor, ...pools) => {
  const connections = { apiConnections: 1, workConnections: 1, dispatchConnections: 1 }
  const database = Layer.provide(
    Database.layer({ url: Redacted.make(url), ...connections }),
    Layer.succeed(TimeoutFactor, factor),
  )
  const found = Database.use(({ api, work, dispatch }) => Effect.forEach([api, work, dispatch], settingsOf))
  expect(await Effect.runPromise(Effect.provide(found, database))).toEqual(pools)
})
