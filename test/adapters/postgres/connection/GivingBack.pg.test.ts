import { Effect } from 'effect'
import { Reactivity } from 'effect/reactivity'
import { expect, it } from 'vitest'
import { givingBack } from '#adapters/postgres/connection/GivingBack.ts'
import { makeClient } from '#tools/postgres/database.ts'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

it.each([
  ['verification_work', 'data_key, sealed', "'k', ''"],
  ['deliveries', 'event_id, url, host', "'e', 'x', 'x'"],
  ['transfers', 'payment_intent_id, amount_centavos', "'pi', 1"],
] as const)(
  '%s are given back by their node, each for another claim, but for those that are kept or locked',
  async (...row) => {
    const [table, columns, values] = row
    const url = await testDatabase(migrated)
    await query(
      url,
      `INSERT INTO ${table} (account_id, verification_id, replica_id, epoch, due_at, ${columns})
     SELECT account, id, node, 7, now(), ${values}
       FROM (VALUES ('sol', 'ver_1', 'mine'), ('luna', 'ver_1', 'other'), ('sol', 'ver_2', 'mine'), ('sol', 'ver_3', 'mine'),
                    ('sol', 'ver_4', NULL)) x (account, id, node)`,
    )
    const { ask, close } = await openConnection(url)
    await ask('BEGIN')
    await ask(`SELECT 1 FROM ${table} WHERE verification_id = 'ver_3' FOR UPDATE`)
    await Effect.gen(function* () {
      yield* givingBack(yield* makeClient(url), table, 'mine', ['ver_2'])
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)
    await ask('COMMIT')
    await close()
    const left = `SELECT concat_ws(' ', account_id, verification_id, coalesce(replica_id, 'nobody'), epoch) AS row FROM ${table}`
    expect(await query(url, `${left} ORDER BY account_id, verification_id`)).toEqual([
      { row: 'luna ver_1 other 7' },
      { row: 'sol ver_1 nobody 8' },
      { row: 'sol ver_2 mine 7' },
      { row: 'sol ver_3 mine 7' },
      { row: 'sol ver_4 nobody 7' },
    ])
  },
)
