import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { query } from '#tools/postgres/postgres.ts'
import { cotejo, create, openAccount, startReplica, until } from '#tools/service/server.ts'
import { step, steppedDatabase } from '#tools/service/steppedClock.ts'

const list = fileURLToPath(new URL('../adapters/lists/fixtures/consolidated.xml', import.meta.url))
const year = 365 * 86_400

describe('while the clock of the database is wrong', () => {
  let url = ''
  let id = ''
  beforeAll(async () => {
    url = await steppedDatabase()
    const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    const { base, stop } = await startReplica(url, {}, undefined, webhookSender().sender)
    id = String((await create(base, key)).body['verificacion_id'])
    await until(async () => (await query(url, 'SELECT 1 FROM delivery_attempts')).length === 1)
    await stop()
  })
  afterAll(() => step(url, 0))

  /** All that a command could have changed. */
  const stored = () =>
    query(
      url,
      `SELECT (SELECT jsonb_agg(v ORDER BY v.sequence) FROM verifications v) AS verifications,
              (SELECT jsonb_agg(d) FROM deliveries d) AS deliveries, (SELECT count(*) FROM data_keys) AS keys,
              (SELECT count(*) FROM list_versions) AS lists, (SELECT count(*) FROM recoveries) AS recoveries,
              (SELECT count(*) FROM api_keys) AS api_keys`,
    )

  it.each([
    [2 * year, ['retention', 'run', '--reason', 'caso-1']],
    [7_200, ['verifications', 'erase', 'sol', 'ID', '--reason', 'caso-2']],
    [7_200, ['deliveries', 'resend', 'sol', 'ID']],
    [-7_200, ['deliveries', 'resend', 'sol', '--since', '2026-01-01', '--state', 'entregada', '--yes']],
    [7_200, ['transfers', 'retry', 'sol', 'ID']],
    [7_200, ['transfers', 'retry', '--all', '--yes']],
    [-7_200, ['recover', '--end']],
    [-7_200, ['recover']],
    [2 * year, ['lists', 'import', '--list', 'onu', '--file', list, '--checked', '2026-11-01']],
    [-7_200, ['api-keys', 'issue', 'sol', '--expires', '2027-01-01']],
  ])('by %d seconds nothing is done by it: %j', async (seconds, args) => {
    await step(url, 0)
    const before = await stored()
    await step(url, seconds)
    const { code, err } = await cotejo(
      url,
      args.map((word) => (word === 'ID' ? id : word)),
    )
    expect(err).toContain('Nothing was done: the clocks of this machine')
    expect(code).toBe(1)
    expect(await stored()).toEqual(before)
  })

  it('what stands is shown all the same', async () => {
    await step(url, 7_200)
    for (const args of [
      ['deliveries', 'list', 'sol'],
      ['lists', 'status'],
      ['transfers', 'list'],
    ]) {
      expect(await cotejo(url, args)).toMatchObject({ code: args[0] === 'lists' ? 1 : 0 })
    }
  })
})
