import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockTimeouts } from '#test/support/lockedRow.ts'
import { type OpenConnection, openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

/** How a verification ends, as it comes to the database: held by its second claim, without a charge. */
const ending = (verification: string, changes: object = {}) => ({
  place: 0,
  account_id: 'sol',
  verification_id: verification,
  mode: 'consumo',
  payment_intent_id: null,
  epoch: 2,
  state: 'no_concluyente',
  resolved_at: '2026-03-10T18:05:00Z',
  reason: 'tiempo_agotado',
  document_key: null,
  document: null,
  basis: null,
  event_id: 'evt_1',
  ...changes,
})

const urls = {
  ver_1: 'https://Socio.Example.MX:8443/Avisos?a=/b',
  ver_2: 'HTTPS://SOCIO.MX#/x',
  ver_3: 'https://socio.mx',
}

describe('an end', () => {
  let url = ''
  let ours: OpenConnection
  let other: OpenConnection
  beforeEach(async () => {
    url = await testDatabase(migrated)
    await query(
      url,
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos, held_centavos)
       VALUES ('sol', 'consumo', 100, 60, 1000, 300)`,
    )
    for (const [id, webhook] of Object.entries(urls)) {
      await query(
        url,
        `WITH stored AS (
           INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
             consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline)
           VALUES ('sol', '${id}', '${id}', 'f', 'k', 'c', now(), '', 'consumo', 100, 'api', '${webhook}', now(), now()))
         INSERT INTO verification_work (account_id, verification_id, due_at, replica_id, epoch, data_key, sealed)
         VALUES ('sol', '${id}', now(), 'n', 2, 'k', '')`,
      )
    }
    ours = await openConnection(url)
    other = await openConnection(url)
    // Whoever waits for a lock where nobody should gives up, and the test fails.
    await ours.ask("SET lock_timeout = '20s'")
  })
  afterEach(async () => {
    await Promise.all([ours.close(), other.close()])
  })

  const verdictsOf = async (endings: ReadonlyArray<object>, wait: number | null = null) =>
    (await ours.ask(`SELECT verdict FROM conclude('${JSON.stringify(endings)}', '', ${wait}) ORDER BY place`)).flatMap(
      Object.values,
    )

  it.each([
    ['verification_work', "verification_id = 'ver_1'", ['Locked', 'Done']],
    ['verifications', "verification_id = 'ver_1'", ['Locked', 'Done']],
    ['accounts', "account_id = 'sol'", ['Locked', 'Locked']],
  ])('together with others waits for no row of %s that is locked', async (table, where, expected) => {
    await other.ask('BEGIN')
    await other.ask(`SELECT 1 FROM ${table} WHERE ${where} FOR UPDATE`)
    expect(await verdictsOf([ending('ver_1'), ending('ver_2', { place: 1 })])).toEqual(expected)
    await other.ask('ROLLBACK')
    expect(await verdictsOf([ending('ver_1')])).toEqual(['Done'])
  })

  it('of a claim that is lost is not waited for either', async () => {
    const lost = { epoch: 1 }
    await other.ask('BEGIN')
    await other.ask("SELECT 1 FROM verification_work WHERE verification_id = 'ver_1' FOR UPDATE")
    expect(await verdictsOf([ending('ver_1', lost)])).toEqual(['Lost'])
    expect(await verdictsOf([ending('ver_1', lost), ending('ver_2', { place: 1 })], 10)).toEqual(['Lost', 'Done'])
    await other.ask('ROLLBACK')
    expect(await verdictsOf([ending('ver_1', lost)])).toEqual(['Lost'])
    expect(await verdictsOf([ending('ver_1', lost)], 10_000)).toEqual(['Lost'])
  })

  it.each([null, 700])(
    'whose data key the database lacks leaves all as it was, and says so; it waits %s ms',
    async (wait) => {
      const lost = ending('ver_1', { document_key: 'lost' })
      expect(await verdictsOf([lost, ending('ver_2', { place: 1 })], wait)).toEqual(['KeyMissing', 'Done'])
      expect(await query(url, 'SELECT held_centavos::int AS held FROM accounts')).toEqual([{ held: 200 }])
      expect(await verdictsOf([ending('ver_1')], wait)).toEqual(['Done'])
    },
  )

  it('together with others takes its turn itself, and by itself waits for none', async () => {
    await other.ask('BEGIN')
    await other.ask("SELECT pg_advisory_xact_lock(hashtext('cotejo conclude'))")
    const verdicts = verdictsOf([ending('ver_1')])
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"
    await expect.poll(() => query(url, waiting)).toHaveLength(1)
    await other.ask('COMMIT')
    expect(await verdicts).toEqual(['Done'])
    await other.ask('BEGIN')
    await other.ask("SELECT pg_advisory_xact_lock(hashtext('cotejo conclude'))")
    expect(await verdictsOf([ending('ver_2')], 700)).toEqual(['Done'])
    await other.ask('COMMIT')
  })

  it('that waits gives a locked row so long, and no longer', async () => {
    await other.ask('BEGIN')
    await other.ask("SELECT 1 FROM accounts WHERE account_id = 'sol' FOR UPDATE")
    await expect(verdictsOf([ending('ver_1')], 10)).rejects.toThrow()
    await other.ask('ROLLBACK')
    expect(await verdictsOf([ending('ver_1')], 10)).toEqual(['Done'])
    expect(await query(url, 'SELECT held_centavos::int AS held FROM accounts')).toEqual([{ held: 200 }])
  })

  it('that waits does so as long as it is told to, and leaves the connection as it was', async () => {
    expect(await lockTimeouts(ours, () => verdictsOf([ending('ver_1')], 700))).toEqual(['700ms', '20s'])
  })

  it('that frees a payment leaves it to who has its lock, and frees what is its own', async () => {
    await query(url, "UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1'")
    await query(
      url,
      "INSERT INTO payment_claims (account_id, payment_intent_id, verification_id) VALUES ('sol', 'pi_1', 'ver_1')",
    )
    const claims = () => query(url, 'SELECT verification_id FROM payment_claims')
    const freeing = (id: string) => [ending(id, { mode: 'connect', payment_intent_id: 'pi_1' })]
    await other.ask('BEGIN')
    await other.ask("SELECT pg_advisory_xact_lock(hashtextextended('pi_1', 0))")
    expect(await verdictsOf(freeing('ver_1'))).toEqual(['Locked'])
    await expect(verdictsOf(freeing('ver_1'), 10)).rejects.toThrow()
    await other.ask('ROLLBACK')
    expect(await verdictsOf(freeing('ver_2'))).toEqual(['Done'])
    expect(await claims()).toEqual([{ verification_id: 'ver_1' }])
    expect(await verdictsOf(freeing('ver_1'), 10)).toEqual(['Done'])
    expect(await claims()).toEqual([])
  })

  it('that is told has its webhook counted for the host of its URL, in whatever case it is written', async () => {
    const told = Object.keys(urls).map((id, place) => ending(id, { place, state: 'emitida', event_id: `evt_${id}` }))
    expect(await verdictsOf(told)).toEqual(['Done', 'Done', 'Done'])
    expect(await query(url, 'SELECT url, host FROM deliveries ORDER BY verification_id')).toEqual([
      { url: 'https://Socio.Example.MX:8443/Avisos?a=/b', host: 'socio.example.mx:8443' },
      { url: 'HTTPS://SOCIO.MX#/x', host: 'socio.mx' },
      { url: 'https://socio.mx', host: 'socio.mx' },
    ])
  })
})
