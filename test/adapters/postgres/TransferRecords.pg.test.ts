import { DateTime, Effect, Layer, Option } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import * as PostgresAdministration from '#adapters/postgres/operators/TransferAdministration.ts'
import * as PostgresRecords from '#adapters/postgres/operators/TransferRecords.ts'
import { TransferAdministration } from '#ports/TransferAdministration.ts'
import { allTransfers, TransferRecords } from '#ports/TransferRecords.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const noon = DateTime.makeUnsafe('2026-03-02T18:00:00Z')
const at = (seconds: number) => DateTime.add(noon, { seconds })
const written = (seconds: number | null) => (seconds === null ? 'NULL' : `'${DateTime.formatIso(at(seconds))}'`)
const quoted = (text: string | null) => (text === null ? 'NULL' : `'${text}'`)

/** In the order in which they were written: account, transfer, due, attempts, who holds it. */
const rows = [
  ['sol', 'ver_1', 'tr_1', null, 9, null],
  ['sol', 'ver_2', null, -60, 5, null],
  ['luna', 'ver_3', null, 60, 6, null],
  ['sol', 'ver_4', null, -90, 7, 'a'],
  ['sol', 'ver_5', 'tr_5', null, 1, null],
] as const

let url: string
beforeAll(async () => {
  url = await testDatabase(migrated)
  for (const [account, id, transfer, due, attempts, node] of rows) {
    const state = transfer === null ? 'encolada' : 'ejecutada'
    await query(
      url,
      `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, state, attempts, due_at,
         transfer_id, replica_id)
       VALUES ('${account}', '${id}', 'pi_${id}', 100, '${state}', ${attempts}, ${written(due)}, ${quoted(transfer)},
         ${quoted(node)})`,
    )
  }
})

const asked = <A, E>(
  use: (ports: TransferRecords['Service'] & TransferAdministration['Service']) => Effect.Effect<A, E>,
): Promise<A> =>
  Effect.flatMap(Effect.all([TransferRecords, TransferAdministration]), ([records, administration]) =>
    use({ ...records, ...administration }),
  ).pipe(
    Effect.provide(
      Layer.merge(PostgresRecords.layer, PostgresAdministration.layer).pipe(Layer.provide(patientDatabase(url))),
    ),
    Effect.runPromise,
  )

describe('transfers as an operator sees them', () => {
  it.each([
    [null, null, 9, ['ver_5', 'ver_4', 'ver_3', 'ver_2', 'ver_1']],
    [null, null, 2, ['ver_5', 'ver_4']],
    ['sol', null, 9, ['ver_5', 'ver_4', 'ver_2', 'ver_1']],
    ['sol', 'ejecutada', 9, ['ver_5', 'ver_1']],
    [null, 'encolada', 9, ['ver_4', 'ver_3', 'ver_2']],
  ] as const)('of the account %s in the state %s are listed most recent first, %d at most', async (...row) => {
    const [account, state, limit, listed] = row
    const found = await asked(({ list }) => list({ ...allTransfers, accountId: account, state }, limit))
    expect(found.map(({ verificationId }) => verificationId)).toEqual(listed)
  })

  it('are shown to whoever names their account, and with nothing of another', async () => {
    await query(
      url,
      `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at, key_number, key_used_at)
       VALUES ('mar', 'ver_2', 'pi_mar', 7, ${written(60)}, 4, ${written(50)})`,
    )
    const of = (account: string) => asked(({ find }) => find(account, 'ver_2')).then(Option.getOrNull)
    const [mine, theirs] = [await of('sol'), await of('mar')]
    await query(url, "DELETE FROM transfers WHERE account_id = 'mar'")
    expect(mine).toMatchObject({ accountId: 'sol', paymentIntentId: 'pi_ver_2', amountCentavos: 100 })
    expect(theirs).toEqual({
      ...{ accountId: 'mar', verificationId: 'ver_2', paymentIntentId: 'pi_mar', amountCentavos: 7, requestId: null },
      ...{ state: 'encolada', attempts: 0, dueAt: at(60), keyNumber: 4, keyUsedAt: at(50), remark: null },
      ...{ transferId: null, lastFailure: null, emittedAt: null },
    })
    expect(await of('luna')).toBeNull()
  })

  it.each([
    ['sol', 'ver_2', true],
    ['luna', 'ver_2', false],
    ['sol', 'ver_4', false],
    ['sol', 'ver_5', false],
    ['sol', 'ver_9', false],
  ])('of the account %s %s is tried at once: %s', async (account, id, isTried) => {
    expect(await asked(({ retry }) => retry(account, id, at(7)))).toBe(isTried)
    const due = await query(url, `SELECT 1 AS one FROM transfers WHERE due_at = ${written(7)}`)
    await query(url, `UPDATE transfers SET due_at = ${written(-60)} WHERE due_at = ${written(7)}`)
    expect(due).toHaveLength(isTried ? 1 : 0)
  })
})

describe('transfers that wait', () => {
  /** In the order in which they were queued: account, due, who holds it. They are written by name. */
  const waiting = [
    ['mar', 'ver_e', 50, 'a'],
    ['mar', 'ver_d', 300, null],
    ['rio', 'ver_a', 200, null],
    ['mar', 'ver_b', 100, null],
    ['rio', 'ver_c', 400, null],
  ] as const
  const everything = { ...allTransfers, destination: null }

  beforeAll(async () => {
    url = await testDatabase(migrated)
    await query(
      url,
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
       VALUES ('mar', 'connect', 1, 1), ('rio', 'connect', 1, 1)`,
    )
    await query(
      url,
      `INSERT INTO processor_accounts (account_id, destination, key_id, sealed)
       VALUES ('mar', 'acct_2', 'k1', ''), ('rio', 'acct_1', 'k1', '')`,
    )
    const placed = waiting.map((row, place) => ({ row, place }))
    for (const { row, place } of placed.toSorted((one, other) => (one.row[1] < other.row[1] ? -1 : 1))) {
      const [account, id, due, node] = row
      await query(
        url,
        `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at, replica_id, sequence)
         OVERRIDING SYSTEM VALUE
         VALUES ('${account}', '${id}', 'pi_${id}', 100, ${written(due)}, ${quoted(node)}, ${place + 1})`,
      )
    }
  })

  it.each([
    ['all that nobody holds', {}, 0, 9, 4, ['ver_d', 'ver_a', 'ver_b', 'ver_c']],
    ['the first that were queued, so many at most', {}, 0, 2, 2, ['ver_d', 'ver_a']],
    ['the first of an account', { accountId: 'mar' }, 0, 1, 1, ['ver_d']],
    ['but for one that is due anyway', {}, 100, 3, 3, ['ver_d', 'ver_a', 'ver_b', 'ver_c']],
    ['those that acct_1 is paid', { destination: 'acct_1' }, 0, 9, 2, ['ver_a', 'ver_c']],
    ['those that acct_2 is paid', { destination: 'acct_2' }, 0, 9, 2, ['ver_d', 'ver_b']],
    ['none where nobody is paid', { destination: 'acct_0' }, 0, 9, 0, []],
  ] as const)('are tried at once, %s', async (_, changes, second, most, count, due) => {
    const which = { ...everything, ...changes }
    expect(await asked(({ retryable }) => retryable(which, at(second), most))).toBe(count)
    expect(await asked(({ retryAll }) => retryAll(which, at(second), most))).toBe(count)
    const found = await query(
      url,
      `SELECT verification_id AS id FROM transfers WHERE due_at = ${written(second)} ORDER BY sequence`,
    )
    for (const [, id, was] of waiting) {
      await query(url, `UPDATE transfers SET due_at = ${written(was)} WHERE verification_id = '${id}'`)
    }
    expect(found).toEqual(due.map((id) => ({ id })))
  })

  it('are left to whoever takes them while they are looked for', async () => {
    const { ask, close } = await openConnection(url)
    await ask('BEGIN')
    await ask("UPDATE transfers SET replica_id = 'b' WHERE verification_id = 'ver_a'")
    const retrying = asked(({ retryAll }) => retryAll({ ...everything, destination: 'acct_1' }, at(0), 9))
    await expect
      .poll(() =>
        query(url, "SELECT count(*)::int AS waits FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"),
      )
      .toEqual([{ waits: 1 }])
    await ask('COMMIT')
    await close()
    expect(await retrying).toBe(1)
    expect(await query(url, `SELECT verification_id AS id FROM transfers WHERE due_at = ${written(0)}`)).toEqual([
      { id: 'ver_c' },
    ])
  })
})

it('transfers are handed over a thousand at a time', async () => {
  url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
     SELECT 'sol', 'ver_' || n, 'pi_' || n, 1, now() FROM generate_series(1, 1001) n`,
  )
  const sizes: Array<number> = []
  await asked(({ each }) => each(allTransfers, (page) => Effect.sync(() => void sizes.push(page.length))))
  expect(sizes).toEqual([1_000, 1])
})

it('transfers are handed over with what the verifications of mode connect cost that were emitted, of the account', async () => {
  url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
       consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
     SELECT account, id, id, 'f', 'k', 'c', now(), '', mode, price, 'api', 'https://x', now(), now(), state, ${written(5)}
       FROM (VALUES ('sol', 'ver_1', 'connect', 150, 'emitida'), ('luna', 'ver_2', 'connect', 70, 'emitida'),
                    ('sol', 'ver_3', 'consumo', 1000, 'emitida'), ('sol', 'ver_4', 'connect', 3000, 'no_concluyente'))
              x (account, id, mode, price, state)`,
  )
  await query(
    url,
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
     VALUES ('sol', 'ver_1', 'pi_1', 150, now()), ('luna', 'ver_2', 'pi_2', 70, now())`,
  )
  const handed: Array<string> = []
  const sums = (accountId: string | null, since: DateTime.Utc | null = null) =>
    asked(({ each }) =>
      each({ ...allTransfers, accountId, since }, (page) =>
        Effect.sync(() => void handed.push(...page.map(({ verificationId }) => verificationId))),
      ),
    )
  expect(await sums('sol')).toEqual({ transfers: 1, centavos: 150, executed: 0, charged: 150 })
  expect(await sums(null)).toEqual({ transfers: 2, centavos: 220, executed: 0, charged: 220 })
  expect(await sums('sol', at(5))).toMatchObject({ transfers: 1, charged: 150 })
  expect(await sums('sol', at(6))).toEqual({ transfers: 0, centavos: 0, executed: 0, charged: 0 })
  expect(handed).toEqual(['ver_1', 'ver_2', 'ver_1', 'ver_1'])
})

it('the verifications that payments back are found, with the transfer that there is', async () => {
  url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO payment_claims (payment_intent_id, account_id, verification_id)
     VALUES ('pi_1', 'sol', 'ver_1'), ('pi_2', 'luna', 'ver_2'), ('pi_3', 'sol', 'ver_3')`,
  )
  await query(
    url,
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, state, transfer_id)
     VALUES ('luna', 'ver_2', 'pi_2', 70, 'ejecutada', 'tr_2'), ('luna', 'ver_1', 'pi_9', 90, 'ejecutada', 'tr_9')`,
  )
  expect(await asked(({ usesOf }) => usesOf(['pi_2', 'pi_unused', 'pi_1']))).toEqual(
    expect.arrayContaining([
      { paymentIntentId: 'pi_1', accountId: 'sol', verificationId: 'ver_1', transfer: null },
      {
        ...{ paymentIntentId: 'pi_2', accountId: 'luna', verificationId: 'ver_2' },
        transfer: { state: 'ejecutada', transferId: 'tr_2', amountCentavos: 70 },
      },
    ]),
  )
})
