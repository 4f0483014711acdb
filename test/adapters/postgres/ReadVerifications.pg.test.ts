import { beforeAll, describe, expect, it } from 'vitest'
import { query, testDatabase } from '#test/support/postgres.ts'
import { migrated } from '#test/support/server.ts'

describe('verifications that were created at the same instant', () => {
  let url = ''
  beforeAll(async () => {
    url = await testDatabase(migrated)
    await query(
      url,
      "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('sol', 'consumo', 1, 1)",
    )
    // In the order of what was created: where nothing else says so, they are read in it.
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
                                  consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url,
                                  created_at, deadline)
       SELECT 'sol', 'ver_' || n, 'sol-' || n, 'f', 'k', 'con_' || n, now(), '', 'consumo', 1, 'api', 'https://x.mx',
              '2026-03-10T18:00:00Z', '2026-03-10T18:10:00Z'
         FROM generate_series(1, 5) n`,
    )
  })

  /** Where no index has them in order, the planner sorts them. */
  const setIndexes = async (used: 'on' | 'off') => {
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan']) {
      await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET enable_${way} = ${used}`)
    }
  }

  it.each(['on', 'off'] as const)('are read most recent first, with indexes %s', async (used) => {
    await setIndexes(used)
    for (const state of ['NULL', "'en_proceso'"]) {
      const rows = await query(url, `SELECT verification_id FROM read_verifications('sol', NULL, NULL, ${state}, 3)`)
      expect(rows.flatMap(Object.values)).toEqual(['ver_5', 'ver_4', 'ver_3'])
    }
  })
})
