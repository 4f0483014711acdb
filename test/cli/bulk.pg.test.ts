import { beforeAll, describe, expect, it } from 'vitest'
import { query, testDatabase } from '#test/support/postgres.ts'
import { cotejo, migrated, openAccount } from '#test/support/server.ts'

/** Of each account one more than a command takes: what is emitted first is `ver_10001`, a second before the next. */
let url: string
beforeAll(async () => {
  url = await testDatabase(migrated)
  await openAccount(url, 'sol')
  await openAccount(url, 'luna', { mode: 'connect' })
  await query(
    url,
    `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
       consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
     SELECT account, 'ver_' || n, 'sol-' || n, 'f', 'k', 'c', now(), '', mode, 0, 'api', 'https://x', now(), now(),
            'emitida', timestamptz '2026-03-10T12:00:00Z' - n * interval '1 second'
       FROM generate_series(1, 10001) n, (VALUES ('sol', 'consumo'), ('luna', 'connect')) x (account, mode)`,
  )
  await query(
    url,
    `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, state, attempts, sent, sequence)
     OVERRIDING SYSTEM VALUE
     SELECT 'sol', 'ver_' || n, 'evt_' || n, 'https://x', 'x', 'agotada', 6, 6, 10002 - n FROM generate_series(1, 10001) n`,
  )
  await query(
    url,
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at, sequence)
     OVERRIDING SYSTEM VALUE
     SELECT 'luna', 'ver_' || n, 'pi_' || n, 1, now() + interval '1 hour', 10002 - n FROM generate_series(1, 10001) n`,
  )
})

const told = async (...args: ReadonlyArray<string>) => (await cotejo(url, args)).out
const left = async (table: string, condition: string) =>
  (await query(url, `SELECT verification_id AS id FROM ${table} WHERE ${condition}`)).map((row) =>
    Reflect.get(row, 'id'),
  )

describe('one command', () => {
  it('takes nothing of another receiver, state or account', async () => {
    const none = (account: string, state: string) =>
      `Nothing was done: no such webhook of account "${account}" is in state ${state}. One that is to be sent again already does not count. Another state: --state. Hosts, with their ports: RECEIVER of cotejo deliveries list ${account}\n`
    expect(await told('deliveries', 'resend', 'sol', '--receiver', 'y')).toBe(none('sol', 'agotada'))
    expect(await told('deliveries', 'resend', 'sol', '--receiver', 'x', '--state', 'entregada')).toBe(
      none('sol', 'entregada'),
    )
    expect(await told('deliveries', 'resend', 'luna', '--receiver', 'x')).toBe(none('luna', 'agotada'))
    expect(await told('transfers', 'retry', 'sol', '--all', '--json')).toBe(
      '{\n  "account": "sol",\n  "retried": 0\n}\n',
    )
  })

  it('lists as many webhooks as it is asked for, and fifty else', async () => {
    const listed = async (...args: ReadonlyArray<string>) =>
      JSON.parse(await told('deliveries', 'list', 'sol', '--json', ...args)).length
    expect([await listed(), await listed('--limit', '3'), await listed('--limit', '60')]).toEqual([50, 3, 60])
  })

  it('has ten thousand webhooks sent again, the oldest first, and says that there may be more', async () => {
    const resend = () => told('deliveries', 'resend', 'sol', '--until', '2026-03-11')
    expect(await resend()).toBe(
      '10000 webhooks in state agotada of account "sol" are sent again from now on, with the same event ids and bytes. There may be more: run this again.\n',
    )
    expect(await left('deliveries', 'resend_at IS NULL')).toEqual(['ver_1'])
    expect(await resend()).toBe(
      '1 webhooks in state agotada of account "sol" are sent again from now on, with the same event ids and bytes.\n',
    )
  })

  it('has ten thousand transfers tried again, the oldest first, and says that there may be more', async () => {
    const retry = () => told('transfers', 'retry', '--all')
    expect(await retry()).toBe(
      '10000 transfers that waited for their next attempt are tried from now on. There may be more: run this again. How they end: cotejo transfers list --state encolada\n',
    )
    expect(await left('transfers', "due_at > now() + interval '1 minute'")).toEqual(['ver_1'])
    expect(await retry()).toBe(
      '1 transfers that waited for their next attempt are tried from now on. How they end: cotejo transfers list --state encolada\n',
    )
    expect(await retry()).toBe(
      'None of these transfers waits for its next attempt: nothing was done. Those that are due or being tried at this moment were left alone: look again in ten seconds. cotejo transfers list --state encolada\n',
    )
  })
})
