import { DateTime, Effect, Layer, Option } from 'effect'
import { expect, it } from 'vitest'
import * as PostgresBacklog from '#adapters/postgres/installation/Backlog.ts'
import { Backlog } from '#ports/Backlog.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { asRole, makeRoles, ownPostgres, query } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const conditionOf = (url: string) =>
  Effect.flatMap(DateTime.now, (now) => Backlog.use(({ measure }) => measure(now))).pipe(
    Effect.map(({ database }) => database),
    Effect.provide(PostgresBacklog.layer.pipe(Layer.provide(patientDatabase(url)))),
    Effect.runPromise,
  )

it('tells how large the database is, who is connected, and how its log is archived', async () => {
  const server = await ownPostgres({ durable: false })
  await makeRoles(server.url)
  await migrated(server.url)
  const condition = () => conditionOf(asRole(server.url, 'cotejo_app'))
  const set = async (setting: string) => {
    await query(server.url, `ALTER SYSTEM SET ${setting}`)
    await query(server.url, 'SELECT pg_reload_conf()')
  }
  const told = async (expression: string): Promise<unknown> =>
    Reflect.get((await query(server.url, `SELECT ${expression} AS told`))[0] ?? {}, 'told')
  const most = await told("current_setting('max_connections')::integer")
  const found = await condition()
  expect(found).toMatchObject({ mostConnections: most, archive: { isFailing: false, since: Option.none() } })
  expect(found.bytes).toBeGreaterThan(Number(await told('pg_database_size(current_database())::float8')) / 2)
  expect(found.connections).toBeGreaterThan(0)

  await set("archive_command = 'false'")
  await query(server.url, 'ALTER SYSTEM SET archive_mode = on')
  await server.shutDown()
  await server.restart()
  const started = String(
    await told(`to_char(pg_postmaster_start_time() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
  )
  const archiving = async () => {
    const { isFailing, since } = (await condition()).archive
    return [isFailing, Option.getOrNull(Option.map(since, DateTime.formatIso))]
  }
  expect((await archiving())[1]).toBe(started)
  const written = async () => {
    await query(server.url, "SELECT pg_logical_emit_message(true, 'cotejo', '')::text")
    await query(server.url, 'SELECT pg_switch_wal()::text')
  }
  await written()
  await expect.poll(archiving).toEqual([true, started])
  await set("archive_command = 'true'")
  await written()
  await expect.poll(archiving).toEqual([false, expect.not.stringMatching(String(started))])
  await server.stop()
})
