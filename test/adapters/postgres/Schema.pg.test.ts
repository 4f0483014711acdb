import { ManagedRuntime, Redacted } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { migrate, revision } from '#adapters/postgres/schema/Migrations.ts'
import { query, testDatabase } from '#test/support/postgres.ts'

const migrated = async (url: string, target = revision) => {
  const runtime = ManagedRuntime.make(
    Database.layer({ url: Redacted.make(url), apiConnections: 1, dispatchConnections: 1, workConnections: 1 }),
  )
  try {
    return await runtime.runPromise(migrate(target))
  } finally {
    await runtime.dispose()
  }
}

describe('migrations', () => {
  it('are applied once each by three replicas that start together', async () => {
    const url = await testDatabase()
    const applied = await Promise.all([migrated(url), migrated(url), migrated(url)])
    expect(applied.flat()).toHaveLength(revision)
    expect(await query(url, 'SELECT count(*)::integer AS applied FROM schema_migrations')).toEqual([
      { applied: revision },
    ])
  })

  it('bring a database up from every earlier revision', async () => {
    for (let earlier = 0; earlier < revision; earlier++) {
      const url = await testDatabase()
      await migrated(url, earlier)
      expect(await migrated(url)).toHaveLength(revision - earlier)
      expect(await migrated(url)).toEqual([])
    }
  })
})

describe('schema', () => {
  let url = ''
  const refused = (statement: string) => query(url, statement).then(() => 'done', String)
  beforeAll(async () => {
    url = await testDatabase()
    await migrated(url)
    await query(
      url,
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos, held_centavos)
       VALUES ('a', 'consumo', 100, 10, 500, 100)`,
    )
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, consent_id, consent_granted_at,
         consent_notice_version, consent_evidence_id, mode, price_centavos, channel, webhook_url, created_at, deadline,
         state, resolved_at, outcome)
       VALUES ('a', 'v', 's', 'f', 'c', now(), '1', 'e', 'consumo', 100, 'api', 'https://x', now(), now(), 'emitida', now(), '{}')`,
    )
    await query(
      url,
      `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
       VALUES ('a', 'cargo', 'saldo', 'ingresos', 100, 'v')`,
    )
  })

  it.each([
    ['settled below zero', 'UPDATE accounts SET settled_centavos = -1, held_centavos = 0'],
    ['held below zero', 'UPDATE accounts SET held_centavos = -1'],
    ['held above settled', 'UPDATE accounts SET held_centavos = 501'],
    ['leaving a final state', "UPDATE verifications SET state = 'en_proceso', resolved_at = NULL, outcome = NULL"],
    ['turning one end into the other', "UPDATE verifications SET state = 'no_concluyente'"],
    ['changing the ledger', 'UPDATE ledger_entries SET amount_centavos = 1'],
    ['deleting from the ledger', 'DELETE FROM ledger_entries'],
    ['emptying the ledger', 'TRUNCATE ledger_entries'],
    [
      'a second charge for one verification',
      `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
       VALUES ('a', 'cargo', 'saldo', 'ingresos', 100, 'v')`,
    ],
    [
      'a second verification of one solicitud_id',
      `INSERT INTO verifications SELECT 'a', 'w', nextval('verifications_sequence_seq') FROM verifications`,
    ],
  ])('refuses %s', async (_, statement) => {
    expect(await refused(statement)).not.toBe('done')
    expect(
      await query(url, 'SELECT settled_centavos::integer AS settled, held_centavos::integer AS held FROM accounts'),
    ).toEqual([{ settled: 500, held: 100 }])
    expect(await query(url, 'SELECT state FROM verifications')).toEqual([{ state: 'emitida' }])
    expect(await query(url, 'SELECT amount_centavos::integer AS amount FROM ledger_entries')).toEqual([{ amount: 100 }])
  })
})
