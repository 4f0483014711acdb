import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { knownDataKeys } from '#test/support/knownDataKeys.ts'
import { lockTimeouts } from '#test/support/lockedRow.ts'
import { type OpenConnection, openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

/** An application of an account by its key, as it comes to the database. */
const application = (account: string, changes: object = {}) => ({
  place: 0,
  account_id: account,
  key_id: 'k',
  verification_id: `ver_${account}`,
  request_id: `sol-${account}`,
  fingerprint: 'f',
  data_key: 'record',
  consent_id: 'c',
  consent_granted_at: '2026-03-10T17:59:00Z',
  consent_proof: '',
  mode: 'consumo',
  price_centavos: 100,
  payment_intent_id: null,
  channel: 'api',
  webhook_url: 'https://x.mx',
  property_id: 'p-1',
  traceparent: '00-1-2-01',
  created_at: '2026-03-10T18:00:00Z',
  deadline: '2026-03-10T18:10:00Z',
  work_key: 'applicant',
  sealed: '',
  requests_per_minute: 60,
  monthly_quota: 10,
  quota_month: '2026-03',
  quota_ends_at: '2026-04-01T06:00:00Z',
  stage: 'whole',
  ...changes,
})

describe('an admission', () => {
  let url = ''
  let ours: OpenConnection
  let other: OpenConnection
  beforeEach(async () => {
    url = await testDatabase(migrated)
    await query(
      url,
      `WITH opened AS (
         INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos)
         VALUES ('sol', 'consumo', 100, 60, 1000), ('luna', 'consumo', 100, 60, 1000) RETURNING account_id)
       INSERT INTO api_keys (digest, account_id, key_id) SELECT account_id, account_id, 'k' FROM opened`,
    )
    await knownDataKeys(url, 'record', 'applicant')
    ours = await openConnection(url)
    other = await openConnection(url)
    // Whoever waits for a lock where nobody should gives up, and the test fails.
    await ours.ask("SET lock_timeout = '20s'")
  })
  afterEach(async () => {
    await Promise.all([ours.close(), other.close()])
  })

  const admit = (applications: ReadonlyArray<object>, wait: number | null = null) =>
    ours.ask(`SELECT verdict FROM admit('${JSON.stringify(applications)}', ${wait}) ORDER BY place`)
  const verdictsOf = async (...given: Parameters<typeof admit>) => (await admit(...given)).flatMap(Object.values)
  const both = [application('sol'), application('luna', { place: 1 })]

  it.each(['accounts', 'api_keys'])('together with others waits for no row of %s that is locked', async (table) => {
    await other.ask('BEGIN')
    await other.ask(`SELECT 1 FROM ${table} WHERE account_id = 'sol' FOR UPDATE`)
    expect(await verdictsOf(both)).toEqual(['Locked', 'Created'])
    await other.ask('ROLLBACK')
    expect(await verdictsOf([application('sol')])).toEqual(['Created'])
  })

  it.each(['accounts', 'api_keys'])('that waits gives a locked row of %s so long, and no longer', async (table) => {
    await other.ask('BEGIN')
    await other.ask(`SELECT 1 FROM ${table} WHERE account_id = 'sol' FOR UPDATE`)
    await expect(admit([application('sol')], 10)).rejects.toThrow()
    await other.ask('ROLLBACK')
    expect(await verdictsOf([application('sol')], 10)).toEqual(['Created'])
  })

  it('that waits does so as long as it is told to, and leaves the connection as it was', async () => {
    expect(await lockTimeouts(ours, () => admit([application('sol')], 700))).toEqual(['700ms', '20s'])
  })

  it('of a payment leaves it to who has its lock', async () => {
    const paid = application('sol', { mode: 'connect', payment_intent_id: 'pi_1' })
    await other.ask('BEGIN')
    await other.ask("SELECT pg_advisory_xact_lock(hashtextextended('pi_1', 0))")
    expect(await verdictsOf([paid, application('luna', { place: 1 })])).toEqual(['Locked', 'Created'])
    await expect(admit([paid], 10)).rejects.toThrow()
    // One that is only looked at needs no payment.
    expect(await verdictsOf([{ ...paid, stage: 'precheck' }])).toEqual(['Prechecked'])
    await other.ask('ROLLBACK')
    expect(await verdictsOf([paid], 10)).toEqual(['Created'])
    expect(await verdictsOf([{ ...paid, request_id: 'sol-2', verification_id: 'ver_2' }])).toEqual(['PaymentTaken'])
  })

  it.each([null, 700])(
    'whose data keys the database lacks is not judged, and says so; it waits %s ms',
    async (wait) => {
      const lost = [
        application('sol', { data_key: 'lost' }),
        application('sol', { place: 1, work_key: 'lost', request_id: 'sol-2', verification_id: 'ver_2' }),
        application('sol', { place: 2 }),
      ]
      expect(await verdictsOf(lost, wait)).toEqual(['KeyMissing', 'KeyMissing', 'Created'])
      expect(await query(url, 'SELECT verification_id FROM verifications')).toEqual([{ verification_id: 'ver_sol' }])
      expect(await query(url, "SELECT held_centavos::int AS held FROM accounts WHERE account_id = 'sol'")).toEqual([
        { held: 100 },
      ])
    },
  )

  it('that waited judges by what the other left behind', async () => {
    await other.ask('BEGIN')
    await other.ask("UPDATE accounts SET held_centavos = 1000 WHERE account_id = 'sol'")
    const verdicts = verdictsOf([application('sol')], 20_000)
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(() => query(url, waiting)).toHaveLength(1)
    await other.ask('COMMIT')
    expect(await verdicts).toEqual(['BalanceInsufficient'])
  })

  it('stores what it was given, and work that is due at once', async () => {
    await admit([application('sol')])
    expect(
      await ours.ask(
        `SELECT v.property_id, v.traceparent, v.channel, v.consent_id, v.state, w.data_key, v.data_key AS record,
                w.due_at = v.created_at AS is_due, v.deadline - v.created_at = interval '10 minutes' AS has_time
           FROM verifications v JOIN verification_work w USING (account_id, verification_id)`,
      ),
    ).toEqual([
      {
        property_id: 'p-1',
        traceparent: '00-1-2-01',
        channel: 'api',
        consent_id: 'c',
        state: 'en_proceso',
        data_key: 'applicant',
        record: 'record',
        is_due: true,
        has_time: true,
      },
    ])
  })
})
