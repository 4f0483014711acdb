import { DateTime, Effect, Layer } from 'effect'
import { beforeAll, expect, it } from 'vitest'
import * as PostgresAudit from '#adapters/postgres/operators/Audit.ts'
import { Audit, type AuditFilter } from '#ports/Audit.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const at = (seconds: number) => DateTime.makeUnsafe(Date.parse('2026-03-10T12:00:00Z') + seconds * 1_000)

let url: string
beforeAll(async () => {
  url = await testDatabase(migrated)
  // Neither written in their order nor all of another time.
  await query(
    url,
    `INSERT INTO audit_entries (sequence, recorded_at, act, account_id, actor, database_role, details, previous, digest)
     SELECT sequence, timestamptz '2026-03-10T12:00:00Z' + seconds * interval '1 second', act, account, actor, 'r',
            details::jsonb, '', decode(lpad(to_hex(sequence), 2, '0'), 'hex')
       FROM (VALUES (4, 20, 'accounts credit', 'sol', 'ana', '{}'), (1, 0, 'accounts credit', 'sol', 'ana', '{}'),
                    (5, 30, 'accesses', NULL, 'blas', '{"accounts": {"sol": 2}}'),
                    (3, 20, 'accounts credit', 'luna', 'ana', '{"accounts": {"mar": 1}}'),
                    (2, 10, 'accounts show', 'sol', 'carla', '{}')) x (sequence, seconds, act, account, actor, details)`,
  )
})

const asked = <A, E>(use: (audit: Audit['Service']) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provide(Audit.use(use), PostgresAudit.layer.pipe(Layer.provide(patientDatabase(url)))))

const all: AuditFilter = { since: null, until: null, account: null, act: null, actor: null }
it.each([
  ['all, the latest first', {}, 9, [5, 4, 3, 2, 1]],
  ['the latest, so many at most', {}, 2, [5, 4]],
  ['from a time on', { since: at(20) }, 9, [5, 4, 3]],
  ['before a time', { until: at(20) }, 9, [2, 1]],
  ['between two', { since: at(10), until: at(30) }, 9, [4, 3, 2]],
  ['of an account, in the sums of a replica too', { account: 'sol' }, 9, [5, 4, 2, 1]],
  ['of an account that is in sums alone', { account: 'mar' }, 9, [3]],
  ['of an act', { act: 'accounts credit' }, 9, [4, 3, 1]],
  ['of an actor', { actor: 'ana' }, 9, [4, 3, 1]],
  ['of an actor before others by name', { actor: 'carla' }, 9, [2]],
  ['of all these', { account: 'sol', act: 'accounts credit', actor: 'ana', since: at(1) }, 9, [4]],
] as const)('entries of the audit are told, %s', async (_, changes, limit, told) => {
  const entries = await asked(({ list }) => list({ ...all, ...changes }, limit))
  expect(entries.map(({ sequence }) => sequence)).toEqual(told)
})

it('entries of the audit are walked in their order, after one and so many at a time, and end with the last', async () => {
  const after = async (sequence: number, limit: number) =>
    (await asked(({ linksAfter }) => linksAfter(sequence, limit))).map((link) => [link.sequence, link.digest])
  expect(await after(0, 2)).toEqual([
    [1, '01'],
    [2, '02'],
  ])
  expect((await after(2, 9)).map(([sequence]) => sequence)).toEqual([3, 4, 5])
  expect(await after(5, 9)).toEqual([])
  expect(await asked(({ head }) => head)).toMatchObject({ value: { sequence: 5, digest: '05' } })
})
