import { afterEach, describe, expect, it } from 'vitest'
import { pooler } from '#test/support/pooler.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, environmentOf, migrated, runToEnd } from '#tools/service/server.ts'

describe('a pooler before the database', () => {
  const stops: Array<() => Promise<void>> = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  const pooled = async (ignores: boolean) => {
    const { url, stop } = await pooler(await testDatabase(migrated), { ignores, mode: 'session' })
    stops.push(stop)
    return url
  }

  it.each([
    ['refuses timeouts', false],
    ['drops timeouts', true],
  ])('that %s is told in so many words, and the server exits with 1', async (_, ignores) => {
    const { code, out } = await runToEnd('src/main.ts', [], environmentOf(await pooled(ignores)))
    expect(code).toBe(1)
    expect(out).toContain('DATABASE_URL leads to a pooler, such as pgbouncer')
    expect(out).toContain('Use the direct address of Postgres there, or add it as COTEJO_DIRECT_DATABASE_URL')
  })

  it('that refuses timeouts is told by commands', async () => {
    const { code, err } = await cotejo(await pooled(false), ['accounts', 'list'])
    expect(code).toBe(1)
    expect(err).toContain('a pooler in front of the database refuses the connection')
  })
})
