import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated, until } from '#tools/service/server.ts'
import { insist } from '#tools/sweep/Partner.ts'
import { startReplica } from '#tools/sweep/Replica.ts'
import { makeWorld } from '#tools/sweep/World.ts'

const document = readFileSync('docs/scale.md', 'utf8')

/** What the first column of the table after this mark names. */
const named = (mark: string): ReadonlyArray<string> => {
  const [, rows = ''] = document.split(`<!-- ${mark} -->\n\n| `)
  const [table = ''] = rows.split('\n\n')
  const cells = table.split('\n').map((line) => line.split(' | ')[0] ?? '')
  return cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name))
}

it('every table is spread by account, but those that docs/scale.md names', async () => {
  const rows = await query(
    await testDatabase(migrated),
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT coalesce((
        SELECT bool_and(pg_get_indexdef(i.indexrelid, 1, true) = 'account_id')
          FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique), false)
      ORDER BY 1`,
  )
  const tables = rows.map((row) => String(Reflect.get(row, 'name')))
  expect([...named('every table without an account in each of its unique indexes')].sort()).toEqual(tables)
})

const ofNoTable =
  /^(?:BEGIN|COMMIT|ROLLBACK|LISTEN .*|UNLISTEN .*|SELECT 1|SELECT pg_notify\(.*|SELECT FROM clock_timestamp)$/
const isOfOneAccount = (kind: string, sql: string): boolean =>
  kind === 'read_verifications()' || /\baccount_id = \$\d/.test(sql)

/** The statements of a life that go beyond one account, by name. */
const crossing = async (mode: 'consumo' | 'connect'): Promise<ReadonlySet<string>> => {
  const world = await makeWorld({ mode, end: 'emitida' })
  const found = new Set<string>()
  const kindOf = (sql: string): string => {
    const kind = world.around.kindOf(sql)
    const name = kind.replace(/ \[\d+\]$/, '')
    if (!ofNoTable.test(name) && !isOfOneAccount(name, sql)) found.add(name)
    return kind
  }
  const replica = await startReplica({ ...world.around, kindOf }, false)
  await insist(world, replica.base)
  await until(async () => {
    const rows = await world.ask(
      `SELECT FROM deliveries d WHERE d.state = 'entregada'
          AND NOT EXISTS (SELECT FROM transfers t WHERE t.state = 'encolada')`,
    )
    return rows.length > 0
  })
  await replica.stop()
  await world.stop()
  return found
}

it('every statement of a life is of one account, but those that docs/scale.md names', async () => {
  const known = new Set(named('every statement that crosses accounts'))
  for (const mode of ['consumo', 'connect'] as const) {
    const found = await crossing(mode)
    expect([mode, [...found].filter((name) => !known.has(name))]).toEqual([mode, []])
    // The list is read: what surely crosses accounts was seen.
    expect([...found]).toEqual(expect.arrayContaining(['admit()', 'claim_verifications()', 'conclude()']))
  }
})
