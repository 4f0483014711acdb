import { beforeAll, describe, expect, it } from 'vitest'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, migrated, openAccount } from '#tools/service/server.ts'

/** Of each account one more than a command takes: what is emitted first is `ver_10001`, a second before the next. */
const filled = (most: number) => async (url: string) => {
  await migrated(url)
  await openAccount(url, 'sol')
  await openAccount(url, 'luna', { mode: 'connect' })
  await query(
    url,
    `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
       consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
     SELECT account, 'ver_' || n, 'sol-' || n, 'f', 'k', 'c', now(), '', mode, 0, 'api', 'https://x', now(), now(),
            'emitida', timestamptz '2026-03-10T12:00:00Z' - n * interval '1 second'
       FROM generate_series(1, ${most}) n, (VALUES ('sol', 'consumo'), ('luna', 'connect')) x (account, mode)`,
  )
  await query(
    url,
    `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, state, attempts, sent, sequence)
     OVERRIDING SYSTEM VALUE
     SELECT 'sol', 'ver_' || n, 'evt_' || n, 'https://x', 'x', 'agotada', 6, 6, ${most + 1} - n FROM generate_series(1, ${most}) n`,
  )
  await query(
    url,
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at, sequence)
     OVERRIDING SYSTEM VALUE
     SELECT 'luna', 'ver_' || n, 'pi_' || n, 1, now() + interval '1 hour', ${most + 1} - n FROM generate_series(1, ${most}) n`,
  )
}
let url: string
beforeAll(async () => {
  url = await testDatabase(filled(10_001))
})

const told = async (...args: ReadonlyArray<string>) => (await cotejo(url, args)).out
const left = async (table: string, condition: string) =>
  (await query(url, `SELECT verification_id AS id FROM ${table} WHERE ${condition}`)).map((row) =>
    Reflect.get(row, 'id'),
  )

describe('one command', () => {
  it('does nothing to one that is named where --dry-run is said', async () => {
    const reason = '--dry-run is only for commands that act on many. Nothing was done.\n'
    const commands = [
      ['api-keys', 'revoke', 'sol', 'k1', '--dry-run'],
      ['deliveries', 'resend', 'sol', 'ver_9', '--dry-run'],
      ['transfers', 'retry', 'luna', 'ver_9', '--dry-run'],
    ]
    for (const command of commands) {
      expect(await cotejo(url, command)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(reason) })
    }
    expect(await query(url, 'SELECT 1 FROM api_keys WHERE revoked_at IS NOT NULL')).toEqual([])
    expect(await left('deliveries', 'resend_at IS NOT NULL')).toEqual([])
    expect(await left('transfers', "due_at < now() + interval '50 minutes'")).toEqual([])
  })

  it('has ten thousand webhooks sent again, the oldest first, and says that there may be more', async () => {
    const many = ['deliveries', 'resend', 'sol', '--until', '2026-03-11']
    const would = 'This would send 10000 webhooks in state agotada of account "sol" again.'
    for (const dry of [['--dry-run'], ['--dry-run', '--yes']]) {
      expect(await cotejo(url, [...many, ...dry])).toEqual({
        code: 0,
        out: `${would} This is a dry run: nothing was done.\n`,
        err: '',
      })
    }
    expect(await cotejo(url, many)).toEqual({
      code: 1,
      out: '',
      err: `${would} Nothing was done: to do it, repeat this with --yes.\n`,
    })
    expect(await query(url, 'SELECT 1 FROM deliveries WHERE resend_at IS NOT NULL')).toEqual([])
    const resend = () => told(...many, '--yes')
    expect(await resend()).toBe(
      '10000 webhooks in state agotada of account "sol" are sent again from now on, with the same event ids and bytes. There may be more: run this again.\n',
    )
    expect(await left('deliveries', 'resend_at IS NULL')).toEqual(['ver_1'])
    expect(await resend()).toBe(
      '1 webhooks in state agotada of account "sol" are sent again from now on, with the same event ids and bytes.\n',
    )
  })

  it('has ten thousand transfers tried again, the oldest first, and says that there may be more', async () => {
    const would = 'This would try 10000 transfers now that wait for their next attempt.'
    expect(await told('transfers', 'retry', '--all', '--dry-run')).toBe(
      `${would} This is a dry run: nothing was done.\n`,
    )
    expect(await cotejo(url, ['transfers', 'retry', '--all'])).toEqual({
      code: 1,
      out: '',
      err: `${would} Nothing was done: to do it, repeat this with --yes.\n`,
    })
    expect(await left('transfers', "due_at > now() + interval '1 minute'")).toHaveLength(10_001)
    const retry = () => told('transfers', 'retry', '--all', '--yes')
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

describe('lists over all accounts', () => {
  it('have the latest of all, of one account, receiver or time', async () => {
    const small = await testDatabase(filled(3))
    await query(
      small,
      `UPDATE verifications SET webhook_url = 'https://hooks.example.com:8443/?a=1',
              created_at = timestamptz '2026-03-10T12:00:00Z' - substr(verification_id, 5)::integer * interval '1 hour'
                           - (account_id = 'luna')::integer * interval '1 minute'`,
    )
    await query(small, "UPDATE verifications SET webhook_url = 'https://x' WHERE verification_id = 'ver_2'")
    const list = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
      JSON.parse((await cotejo(small, ['verifications', 'list', ...args, '--json'])).out).map(
        ({ account, verification }: { readonly account: string; readonly verification: string }) =>
          `${account} ${verification}`,
      )
    const all = ['sol ver_1', 'luna ver_1', 'sol ver_2', 'luna ver_2', 'sol ver_3', 'luna ver_3']
    expect(await list()).toEqual(all)
    expect(await list('--limit', '3')).toEqual(all.slice(0, 3))
    expect(await list('luna')).toEqual(['luna ver_1', 'luna ver_2', 'luna ver_3'])
    expect(await list('--since', '2026-03-10T10:00:00Z')).toEqual(all.slice(0, 3))
    expect(await list('--until', '2026-03-10T10:00:00Z')).toEqual(all.slice(3))
    expect(await list('--receiver', 'x')).toEqual(['sol ver_2', 'luna ver_2'])
    expect(await list('sol', '--receiver', 'hooks.example.com:8443', '--state', 'emitida')).toEqual([
      'sol ver_1',
      'sol ver_3',
    ])
    expect(await list('--state', 'en_proceso')).toEqual([])
  })

  it('say of a webhook what its last attempt ended with', async () => {
    const small = await testDatabase(filled(3))
    await query(
      small,
      `INSERT INTO delivery_attempts (account_id, verification_id, number, kind, started_at, took_ms, status, failure)
       VALUES ('sol', 'ver_1', 1, 'programado', now(), 1, 503, NULL),
              ('sol', 'ver_1', 2, 'programado', now(), 1, NULL, 'tiempo_agotado'),
              ('sol', 'ver_2', 1, 'programado', now(), 1, 410, NULL)`,
    )
    const { out } = await cotejo(small, ['deliveries', 'list', '--state', 'agotada'])
    expect(out.split('\n').map((line) => line.split(/\s{2,}/))).toEqual([
      ['ACCOUNT', 'VERIFICATION', 'RECEIVER', 'STATE', 'LAST RESULT'],
      ['sol', 'ver_1', 'x', 'agotada', 'tiempo_agotado'],
      ['sol', 'ver_2', 'x', 'agotada', '410'],
      ['sol', 'ver_3', 'x', 'agotada', '-'],
      [''],
    ])
  })
})
