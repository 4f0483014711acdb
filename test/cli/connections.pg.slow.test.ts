import { describe, expect, it } from 'vitest'
import { governedDatabase } from '#test/support/governed.ts'
import { asRole, makeRoles, type OpenConnection, openConnection, ownPostgres, query } from '#tools/postgres/postgres.ts'
import { cotejo, migrated } from '#tools/service/server.ts'

const advice =
  'Postgres has no free connection for this role: lower the pools of the replicas, or raise max_connections (docs/operate/capacity.md).'

describe('a database whose connections are all taken', () => {
  it('says so to the command and to doctor, and what to do', async () => {
    const url = await governedDatabase()
    await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} CONNECTION LIMIT 0`)
    const operator = asRole(url, 'cotejo_operator')
    const listed = await cotejo(operator, ['accounts', 'list'])
    expect([listed.code, listed.err]).toEqual([1, expect.stringMatching(/53300.*\n?$/)])
    expect(listed.err).toContain(advice)
    const { out } = await cotejo(operator, ['doctor', '--json'])
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ check: 'database', result: 'fault', action: advice }),
    )
  })

  it('still has those that it keeps for cotejo_operator', async () => {
    const postgres = await ownPostgres({ durable: false })
    const taken: Array<OpenConnection> = []
    try {
      const settings = {
        max_connections: 12,
        superuser_reserved_connections: 2,
        reserved_connections: 5,
        max_wal_senders: 0,
      }
      for (const [name, value] of Object.entries(settings)) {
        await query(postgres.url, `ALTER SYSTEM SET ${name} = ${value}`)
      }
      await postgres.shutDown()
      await postgres.restart()
      await makeRoles(postgres.url)
      await migrated(asRole(postgres.url, 'cotejo_migrate'))
      const app = asRole(postgres.url, 'cotejo_app')
      const takeAll = async (): Promise<void> => {
        taken.push(await openConnection(app))
        await takeAll()
      }
      await expect(takeAll()).rejects.toThrow()
      expect(await cotejo(asRole(postgres.url, 'cotejo_operator'), ['accounts', 'list'])).toMatchObject({ code: 0 })
    } finally {
      for (const { close } of taken) await close()
      await postgres.stop()
    }
  })
})
