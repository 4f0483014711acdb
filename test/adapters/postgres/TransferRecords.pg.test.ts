import { DateTime, Effect, Layer, Option } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import * as PostgresRecords from '#adapters/postgres/TransferRecords.ts'
import { allTransfers, TransferRecords } from '#ports/TransferRecords.ts'
import { patientDatabase } from '#test/support/database.ts'
import { query, testDatabase } from '#test/support/postgres.ts'
import { migrated } from '#test/support/server.ts'

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
         transfer_id, node_id)
       VALUES ('${account}', '${id}', 'pi_${id}', 100, '${state}', ${attempts}, ${written(due)}, ${quoted(transfer)},
         ${quoted(node)})`,
    )
  }
})

const asked = <A, E>(use: (records: TransferRecords['Service']) => Effect.Effect<A, E>): Promise<A> =>
  TransferRecords.use(use).pipe(
    Effect.provide(PostgresRecords.layer.pipe(Layer.provide(patientDatabase(url)))),
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

  it('are counted: those that wait, that failed six times, and since when the oldest is due', async () => {
    expect(await asked(({ count }) => count(noon))).toEqual({
      ...{ queued: 3, alarming: 2 },
      oldestDueAt: Option.some(at(-60)),
    })
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
