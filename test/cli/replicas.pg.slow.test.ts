import { expect, it } from 'vitest'
import { version } from '#src/Version.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { asRole, query } from '#tools/postgres/postgres.ts'
import { cotejo, openAccount, startReplica } from '#tools/service/server.ts'

it('lists the replicas with their version, since when they run, their last heartbeat, and what each works on', async () => {
  const url = await governedDatabase()
  await openAccount(url, 'sol')
  const listed = async () => JSON.parse((await cotejo(asRole(url, 'cotejo_operator'), ['replicas', '--json'])).out)
  expect(await listed()).toEqual([])
  expect(await cotejo(url, ['replicas'])).toEqual({ code: 0, out: 'No replica works over this database.\n', err: '' })

  const replica = await startReplica(asRole(url, 'cotejo_app'))
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const [first] = await listed()
  expect(first).toEqual({
    replica: expect.any(String),
    version,
    roles: 'api,worker,dispatcher,lists',
    since: instant,
    heartbeat: instant,
    alive: true,
    ...{ verifications: 0, webhooks: 0, transfers: 0 },
  })
  // It beats on, and began when it did.
  await expect.poll(async () => (await listed())[0].heartbeat > first.heartbeat).toBe(true)
  expect((await listed())[0]).toMatchObject({ replica: first.replica, since: first.since })
  await replica.stop()
  expect(await listed()).toEqual([])

  await query(
    url,
    `INSERT INTO replicas (replica_id, lease_until, version, since, beat_at) VALUES
       ('dead', now() - interval '1 second', '0.0.9', '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'),
       ('idle', now() + interval '50 seconds', '0.1.0', '2026-03-01T00:00:00Z', now())`,
  )
  await query(
    url,
    `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed, replica_id)
     SELECT 'sol', 'ver_' || n, now(), 'k', '', CASE WHEN n < 4 THEN 'dead' END FROM generate_series(1, 5) n`,
  )
  await query(
    url,
    `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, state, attempts, sent, due_at, replica_id)
     SELECT 'sol', 'ver_' || n, 'evt_' || n, 'https://x', 'x', 'pendiente', 0, 0, now(), 'dead' FROM generate_series(1, 2) n`,
  )
  await query(
    url,
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at, replica_id)
     VALUES ('sol', 'ver_1', 'pi_1', 1, now(), 'dead')`,
  )
  expect(await listed()).toMatchObject([
    { replica: 'idle', version: '0.1.0', roles: '', alive: true, verifications: 0, webhooks: 0, transfers: 0 },
    {
      ...{ replica: 'dead', version: '0.0.9', alive: false, verifications: 3, webhooks: 2, transfers: 1 },
      ...{ since: '2026-03-02T00:00:00.000Z', heartbeat: '2026-03-03T00:00:00.000Z' },
    },
  ])
})
