import { Effect, Layer, Redacted } from 'effect'
import { describe, expect, it } from 'vitest'
import { Database } from '#adapters/postgres/Database.ts'
import * as PostgresLedger from '#adapters/postgres/Ledger.ts'
import { Ledger } from '#ports/Ledger.ts'
import { query, testDatabase } from '#test/support/postgres.ts'
import { cotejo, create, get, migrated, openAccount, startReplica, until } from '#test/support/server.ts'

const check = (url: string) =>
  Effect.flatMap(Ledger, (ledger) => ledger.check).pipe(
    Effect.provide(
      PostgresLedger.layer.pipe(
        Layer.provide(
          Database.layer({ url: Redacted.make(url), apiConnections: 1, workConnections: 2, dispatchConnections: 1 }),
        ),
      ),
    ),
    Effect.runPromise,
  )

/** One account with a verification emitida, one no_concluyente and one en_proceso. */
const busy = async (url: string): Promise<void> => {
  await migrated(url)
  const key = await openAccount(url, 'sol')
  const whole = await startReplica(url)
  const ends = [
    await create(whole.base, key, { solicitud_id: 'sol-emitida' }),
    await create(whole.base, key, { solicitud_id: 'sol-inexistente', solicitante: { curp: 'NOEX900101HDFRRS04' } }),
  ]
  for (const { body } of ends) {
    const path = `/v1/verificaciones/${body['verificacion_id']}`
    await until(async () => (await get(whole.base, path, key)).body['estado'] !== 'en_proceso')
  }
  await whole.stop()
  const idle = await startReplica(url, { roles: ['api'] })
  await create(idle.base, key, { solicitud_id: 'sol-pendiente' })
  await idle.stop()
}

const of = (requestId: string): string =>
  `(SELECT verification_id FROM verifications WHERE account_id = 'sol' AND request_id = '${requestId}')`

const breaches: ReadonlyArray<readonly [promise: string, statement: string]> = [
  [
    'no balance is negative and none holds more than it has',
    'ALTER TABLE accounts DROP CONSTRAINT accounts_check; UPDATE accounts SET held_centavos = settled_centavos + 1',
  ],
  ['credited = settled + charges', 'UPDATE accounts SET settled_centavos = settled_centavos + 1'],
  [
    'an entry moves money from the right book to the right book',
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos)
     VALUES ('sol', 'abono', 'caja', 'ingresos', 1)`,
  ],
  ['held = the prices of what is en_proceso', 'UPDATE accounts SET held_centavos = 0'],
  [
    'what was emitted is charged once, at its price',
    "ALTER TABLE ledger_entries DISABLE TRIGGER USER; DELETE FROM ledger_entries WHERE kind = 'cargo'",
  ],
  [
    'nothing else is charged',
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
     SELECT 'sol', 'cargo', 'saldo', 'ingresos', 1, ${of('sol-inexistente')}`,
  ],
  ['what is en_proceso is worked on', 'DELETE FROM verification_work'],
  [
    'what is final is worked on no more, and the data of its applicant are gone',
    `INSERT INTO verification_work (account_id, verification_id, due_at, key_id, sealed)
     SELECT 'sol', ${of('sol-emitida')}, now(), 'k1', 'x'`,
  ],
  [
    'a payment backs the verification that claims it',
    `UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1' WHERE request_id = 'sol-emitida'`,
  ],
  ['a payment backs nothing else', `INSERT INTO payment_claims SELECT 'sol', 'pi_1', ${of('sol-inexistente')}`],
]

describe('cotejo ledger check', () => {
  it('says OK of books that are right, and tells what is off with exit code 1', async () => {
    const url = await testDatabase(busy)
    expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({
      code: 0,
      out: `OK: ${breaches.length} promises hold over 1 accounts.\n`,
    })
    await query(url, 'UPDATE accounts SET settled_centavos = settled_centavos + 1')
    const { code, out } = await cotejo(url, ['ledger', 'check', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual([
      {
        account: 'sol',
        promise: 'credited = settled + charges',
        subject: null,
        found: '90001 settled',
        expected: '100000 credited - 10000 charged',
      },
    ])
  })

  it.each(breaches)('finds out when it does not hold that %s', async (promise, statement) => {
    const url = await testDatabase(busy)
    expect((await check(url)).discrepancies).toEqual([])
    for (const part of statement.split('; ')) await query(url, part)
    expect((await check(url)).discrepancies.map((breach) => breach.promise)).toContain(promise)
  })
})
