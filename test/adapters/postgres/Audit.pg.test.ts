import { describe, expect, it } from 'vitest'
import { asRole, query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, migrated } from '#tools/service/server.ts'

const appended = (count: number, actor = 'ana') => `
  DO $do$ BEGIN
    FOR number IN 1..${count} LOOP
      PERFORM append_audit_entry('accounts show', 'sol', '${actor}', NULL, jsonb_build_object('number', number));
      COMMIT;
    END LOOP;
  END $do$`

/** As a superuser could, past the triggers. */
const tampered = (url: string, statements: string) =>
  query(url, `DO $do$ BEGIN PERFORM set_config('session_replication_role', 'replica', true); ${statements} END $do$`)

const verified = async (url: string, ...args: ReadonlyArray<string>) => {
  const { code, out } = await cotejo(url, ['audit', 'verify', '--json', ...args])
  return { code, ...JSON.parse(out) }
}

const filled = async (url: string) => {
  await migrated(url)
  await query(url, appended(5))
}

describe('the audit', () => {
  it('takes the sums of a replica, and no act of an operator from one', async () => {
    const url = await testDatabase(migrated)
    const entered = (role: string, act: string) =>
      query(asRole(url, role), `SELECT append_audit_entry('${act}', 'sol', 'ana', NULL, '{}')`)
    await entered('cotejo_app', 'accesses')
    await entered('cotejo_operator', 'accounts credit')
    await expect(entered('cotejo_app', 'accounts credit')).rejects.toThrow()
    expect(await query(url, 'SELECT act, database_role FROM audit_entries ORDER BY sequence')).toEqual([
      { act: 'accesses', database_role: 'cotejo_app' },
      { act: 'accounts credit', database_role: 'cotejo_operator' },
    ])
  })

  it('is one chain although several append at the same time', async () => {
    const url = await testDatabase(migrated)
    await Promise.all(['ana', 'blas', 'carla'].map((actor) => query(url, appended(200, actor))))
    expect(await verified(url)).toMatchObject({ code: 0, result: 'ok', entries: 600 })
    const rows = await query(
      url,
      `SELECT count(*)::integer AS entries, max(sequence)::integer AS last, count(DISTINCT actor)::integer AS actors,
              bool_and(in_order) AS in_order
         FROM (SELECT *, recorded_at >= coalesce(lag(recorded_at) OVER (ORDER BY sequence), '-infinity') AS in_order
                 FROM audit_entries) AS e`,
    )
    expect(rows).toEqual([{ entries: 600, last: 600, actors: 3, in_order: true }])
  })

  it('is walked in steps, and shows an entry far behind that was changed', async () => {
    const url = await testDatabase(migrated)
    await query(url, appended(2_500))
    expect(await verified(url)).toMatchObject({ code: 0, entries: 2_500 })
    await tampered(url, `UPDATE audit_entries SET actor = 'otra' WHERE sequence = 2300;`)
    expect(await verified(url)).toMatchObject({ code: 1, brokenAt: 2_300, problem: 'it was changed' })
  })

  it('keeps nothing of a transaction that fails, and leaves no gap for it', async () => {
    const url = await testDatabase(filled)
    const failing =
      "DO $do$ BEGIN PERFORM append_audit_entry('migrate', NULL, 'ana', NULL, '{}'); PERFORM 1 / 0; END $do$"
    await expect(query(url, failing)).rejects.toThrow()
    await query(url, appended(1))
    expect(await verified(url)).toMatchObject({ code: 0, entries: 6 })
  })

  it.each([
    ['UPDATE', "UPDATE audit_entries SET reason = 'otra'"],
    ['DELETE', 'DELETE FROM audit_entries WHERE sequence = 5'],
    ['TRUNCATE', 'TRUNCATE audit_entries'],
  ])('refuses %s', async (_, statement) => {
    const url = await testDatabase(filled)
    const refused = `DO $do$ BEGIN ${statement}; EXCEPTION WHEN raise_exception THEN CREATE TABLE refused (); END $do$`
    await query(url, refused)
    expect(await query(url, "SELECT to_regclass('refused') IS NOT NULL AS refused")).toEqual([{ refused: true }])
    expect(await verified(url)).toMatchObject({ code: 0, entries: 5 })
  })

  it('notes whose connection it was, whoever owns the function', async () => {
    const url = await testDatabase(filled)
    const role = 'cotejo_operator'
    await query(asRole(url, role), appended(1))
    const refused = query(asRole(url, role), 'INSERT INTO audit_entries SELECT * FROM audit_entries')
    await expect(refused).rejects.toThrow()
    expect(await query(url, 'SELECT database_role FROM audit_entries WHERE sequence = 6')).toEqual([
      { database_role: role },
    ])
  })
})

describe('cotejo audit verify', () => {
  it.each([
    ['a changed actor', `UPDATE audit_entries SET actor = 'otra' WHERE sequence = 3;`, 3, 'it was changed'],
    [
      'a changed time',
      `UPDATE audit_entries SET recorded_at = recorded_at + '1 microsecond' WHERE sequence = 1;`,
      1,
      'it was changed',
    ],
    ['changed details', `UPDATE audit_entries SET details = '{"number": 4}' WHERE sequence = 5;`, 5, 'it was changed'],
  ])('finds %s', async (_, tampering, brokenAt, problem) => {
    const url = await testDatabase(filled)
    await tampered(url, tampering)
    expect(await verified(url)).toMatchObject({ code: 1, result: 'broken', brokenAt, problem })
  })

  it('finds a tail that was cut off, by a head that was noted before', async () => {
    const url = await testDatabase(filled)
    const noted = (await verified(url)).head
    await query(url, appended(2))
    expect(await verified(url, '--head', noted)).toMatchObject({ code: 0, entries: 7 })
    await tampered(url, 'DELETE FROM audit_entries WHERE sequence >= 4;')
    expect(await verified(url)).toMatchObject({ code: 0, entries: 3 })
    const shortened = noted.slice(0, 14)
    for (const seen of [noted, shortened]) {
      expect(await verified(url, '--head', seen)).toMatchObject({ code: 1, brokenAt: 4, problem: 'it is missing' })
    }
  })

  it.each(['5', '0:0123456789ab', '5:0123456789a', '5:x123456789ab'])('refuses the head %s', async (given) => {
    const url = await testDatabase(filled)
    expect((await cotejo(url, ['audit', 'verify', '--head', given])).code).toBe(1)
  })
})
