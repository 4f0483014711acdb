import { describe, expect, it } from 'vitest'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, migrated, openAccount, startReplica } from '#tools/service/server.ts'

const ofProduction = async () => {
  const url = await testDatabase(migrated)
  await query(url, "INSERT INTO installation (environment) VALUES ('production')")
  return url
}
const refusal =
  'COTEJO_ENVIRONMENT is sandbox, and this database is of the environment production. Correct COTEJO_ENVIRONMENT or DATABASE_URL.'

describe('a process of another environment than its database', () => {
  it('does not start, takes none of the work, and says so', async () => {
    const url = await ofProduction()
    await query(url, 'DELETE FROM installation')
    const key = await openAccount(url, 'sol')
    const first = await startReplica(url, { roles: ['api'] })
    expect(await query(url, 'SELECT environment FROM installation')).toEqual([{ environment: 'sandbox' }])
    expect((await create(first.base, key)).status).toBe(200)
    await first.stop()
    await query(url, "UPDATE installation SET environment = 'production'")
    await expect(startReplica(url)).rejects.toThrow(refusal)
    expect(await query(url, 'SELECT epoch, replica_id FROM verification_work')).toEqual([
      { epoch: 0, replica_id: null },
    ])
  })

  it('takes no work before the database has said so', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol')
    const first = await startReplica(url, { roles: ['api'] })
    expect((await create(first.base, key)).status).toBe(200)
    await first.stop()
    const other = await openConnection(url)
    await other.ask('BEGIN')
    await other.ask("UPDATE installation SET environment = 'production'")
    // The database does not answer that question yet, and so it listens.
    const second = await startReplica(url)
    await other.ask('COMMIT')
    expect((await second.ended).message).toContain(refusal)
    expect(await query(url, 'SELECT epoch, replica_id FROM verification_work')).toEqual([
      { epoch: 0, replica_id: null },
    ])
    await other.close()
  })

  it('cannot be the command either, where the environment matters', async () => {
    const url = await ofProduction()
    await openAccount(url, 'sol')
    for (const args of [
      ['api-keys', 'issue', 'sol'],
      ['keys', 'rotate'],
    ]) {
      expect(await cotejo(url, args)).toEqual({ code: 1, out: '', err: `${refusal}\n` })
    }
    expect(await query(url, 'SELECT count(*)::int AS keys FROM api_keys')).toEqual([{ keys: 1 }])
  })

  it('is told by doctor', async () => {
    const url = await ofProduction()
    const { code, out } = await cotejo(url, ['doctor', '--json'])
    expect([code, JSON.parse(out)]).toEqual([
      1,
      expect.arrayContaining([
        {
          check: 'environment',
          result: 'fault',
          finding: 'COTEJO_ENVIRONMENT is sandbox, and this database is of the environment production',
          action: 'Correct COTEJO_ENVIRONMENT or DATABASE_URL.',
        },
      ]),
    ])
  })
})
