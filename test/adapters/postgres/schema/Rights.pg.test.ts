import { Effect } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusedRole } from '#adapters/postgres/schema/Rights.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { asRole, query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const refusalOf = async (url: string): Promise<string | null> => {
  const refused = await Effect.runPromise(Effect.provide(refusedRole, patientDatabase(url)))
  return refused?.message ?? null
}

describe('a role that has more power than a replica needs', () => {
  let url = ''
  const made = ['owner', 'seeing']
  beforeAll(async () => {
    url = await testDatabase(migrated)
    for (const role of made) await query(url, `CREATE ROLE ${role} LOGIN PASSWORD '${role}'`)
    await query(url, 'ALTER TABLE ledger_entries OWNER TO owner')
    await query(url, 'ALTER ROLE seeing BYPASSRLS')
  })
  afterAll(async () => {
    for (const role of made) {
      await query(url, `DROP OWNED BY ${role} CASCADE`)
      await query(url, `DROP ROLE ${role}`)
    }
  })

  it.each([
    ['owner', 'owns the tables'],
    ['seeing', 'has BYPASSRLS'],
  ])('is refused: %s, which %s', async (role, power) => {
    expect(await refusalOf(asRole(url, role))).toContain(
      `DATABASE_URL connects as "${role}", which ${power}. In production a replica connects as cotejo_app`,
    )
  })

  it('is not the one of replicas', async () => {
    expect(await refusalOf(asRole(url, 'cotejo_app'))).toBeNull()
  })
})
