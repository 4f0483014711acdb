import { readFileSync } from 'node:fs'
import { Effect, ManagedRuntime } from 'effect'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keysOf } from '#adapters/lists/Keys.ts'
import { phoneticKey } from '#domain/person/PhoneticKey.ts'
import { Lists } from '#ports/Lists.ts'
import { entryOf, on, screened } from '#tools/lists/labelled/Pair.ts'
import { importing, postgresLists } from '#tools/lists/lists.ts'
import { ownPostgres, query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated, until } from '#tools/service/server.ts'

const person = screened({
  nombres: 'Zoraida Inés',
  primerApellido: 'Quetzalcalli',
  segundoApellido: 'Ymaginaria',
  born: '1980-05-17',
  sex: 'M',
})
const entries = (id: string) => [entryOf('QUETZALCALLI YMAGINARIA, Zoraida Ines', { id, births: [on(person.born)] })]

describe('an import into Postgres', () => {
  let url = ''
  let runtime: ManagedRuntime.ManagedRuntime<Effect.Services<ReturnType<typeof importing>> | Lists, never>
  let guard: pg.Client
  beforeEach(async () => {
    url = await testDatabase(migrated)
    runtime = ManagedRuntime.make(postgresLists(url))
    await runtime.runPromise(importing('onu', entries('former')))
    guard = new pg.Client(url)
    await guard.connect()
  })
  afterEach(async () => {
    await guard.end()
    await runtime.dispose()
  })

  const found = async () => {
    const { candidates } = await runtime.runPromise(Lists.use((port) => port.find(keysOf(person))))
    return candidates.map(({ entry }) => entry.id)
  }
  const waiting = () =>
    query(url, "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%list_entries%'")

  /** Begins an import that is stopped where it would write its first entries. */
  const stuck = async () => {
    await guard.query('BEGIN')
    await guard.query('LOCK TABLE list_entries IN SHARE MODE')
    const outcome = runtime.runPromise(Effect.result(importing('onu', entries('next'))))
    await until(async () => (await waiting()).length === 1)
    return { outcome }
  }

  it('has every entry, in however many batches they are written', async () => {
    const many = Array.from({ length: 4_001 }, (_, index) => entryOf('QUETZALCALLI, Zoraida', { id: `e${index}` }))
    await runtime.runPromise(importing('onu', many, { force: true }))
    const current = 'list_entries JOIN list_versions USING (version_id) WHERE is_current'
    expect(await query(url, `SELECT count(*)::integer AS entries FROM ${current}`)).toEqual([{ entries: 4_001 }])
  })

  it('is seen as a whole at its end, and not before', async () => {
    const { outcome } = await stuck()
    expect(await found()).toEqual(['former'])
    await guard.query('COMMIT')
    expect(await outcome).toMatchObject({ _tag: 'Success' })
    expect(await found()).toEqual(['next'])
  })

  it('that loses its connection halfway leaves the former version current, and can be repeated', async () => {
    const { outcome } = await stuck()
    await guard.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%list_entries%'",
    )
    expect(await outcome).toMatchObject({ _tag: 'Failure', failure: { _tag: 'StorageUnavailable' } })
    await guard.query('COMMIT')
    expect(await found()).toEqual(['former'])
    expect(await query(url, 'SELECT count(*)::integer AS versions FROM list_versions')).toEqual([{ versions: 1 }])
    await runtime.runPromise(importing('onu', entries('next')))
    expect(await found()).toEqual(['next'])
  })

  it('is refused with en_curso while another of the same list goes on, and not of another list', async () => {
    const { outcome } = await stuck()
    const refused = await runtime.runPromise(Effect.flip(importing('onu', entries('third'))))
    expect(refused).toMatchObject({ _tag: 'ImportRefused', reason: 'en_curso' })
    const other = runtime.runPromise(importing('vigilancia', entries('other')))
    await guard.query('COMMIT')
    await Promise.all([outcome, other])
    expect((await found()).sort()).toEqual(['next', 'other'])
  })
})

describe('a search in Postgres', () => {
  it('goes by the index of the keys, among many entries', async () => {
    const url = await testDatabase(migrated)
    const runtime = ManagedRuntime.make(postgresLists(url))
    const many = Array.from({ length: 2_000 }, (_, index) => ({
      ...entryOf(`PRUEBA NUMERO, Persona ${index}`, {
        births: [on(`19${String(index % 100).padStart(2, '0')}-01-02`)],
      }),
    }))
    await runtime.runPromise(importing('onu', [...many, ...entries('one')]))
    const { candidates } = await runtime.runPromise(Lists.use((port) => port.find(keysOf(person))))
    await runtime.dispose()
    expect(candidates.map(({ entry }) => entry.id)).toEqual(['one'])
    const scans = 'SELECT idx_scan::integer AS scans FROM pg_stat_user_indexes WHERE indexrelname = '
    await until(async () => JSON.stringify(await query(url, `${scans}'list_entries_keys'`)) === '[{"scans":1}]')
  })

  it('tells the database nothing of the name that is searched, though it log every parameter', async () => {
    const postgres = await ownPostgres({ durable: false })
    try {
      for (const setting of [
        "log_statement = 'all'",
        'log_parameter_max_length = -1',
        'log_error_verbosity = verbose',
      ]) {
        await query(postgres.url, `ALTER DATABASE postgres SET ${setting}`)
      }
      const runtime = ManagedRuntime.make(postgresLists(postgres.url))
      await runtime.runPromise(importing('onu', [entryOf('OTRA PERSONA, Alguna')]))
      await runtime.runPromise(Lists.use((port) => port.find(keysOf(person))))
      await runtime.dispose()
      const written = readFileSync(postgres.log, 'utf8')
      // The digests that anybody can make, of which names and dates could be tried out.
      expect(keysOf(person).filter((key) => written.includes(key))).toEqual([])
      const log = written.toUpperCase()
      expect(log).toMatch(/FROM LIST_ENTRIES[\s\S]*PARAMETERS: \$1/)
      for (const word of ['Zoraida', 'Ines', 'Quetzalcalli', 'Ymaginaria'].map((name) => name.toUpperCase())) {
        expect(log).not.toContain(word)
        expect(log).not.toContain(phoneticKey(word).toUpperCase())
      }
    } finally {
      await postgres.stop()
    }
  })
})
