import { Effect, Layer } from 'effect'
import { describe, expect, it } from 'vitest'
import * as PostgresLedger from '#adapters/postgres/operators/Ledger.ts'
import { Ledger } from '#ports/Ledger.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

const check = (url: string) =>
  Effect.flatMap(Ledger, (ledger) => ledger.check).pipe(
    Effect.provide(PostgresLedger.layer.pipe(Layer.provide(patientDatabase(url)))),
    Effect.runPromise,
  )

/**
 * One account with a verification emitida after another, one no_concluyente and one en_proceso. The
 * webhook of the first is delivered, that of the second is to be repeated.
 */
const busy = async (url: string): Promise<void> => {
  await migrated(url)
  const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
  const { sent, sender } = webhookSender((_, sentBefore) => (sentBefore === 0 ? 200 : 503))
  const whole = await startReplica(url, {}, undefined, sender)
  const end = async (changes: Record<string, unknown>) => {
    const { body } = await create(whole.base, key, changes)
    const path = `/v1/verificaciones/${body['verificacion_id']}`
    await until(async () => (await get(whole.base, path, key)).body['estado'] !== 'en_proceso')
  }
  await end({ solicitud_id: 'sol-emitida' })
  await until(async () => sent.length === 1)
  await end({ solicitud_id: 'sol-emitida-2' })
  await end({ solicitud_id: 'sol-inexistente', solicitante: { curp: 'NOEX900101HDFRRS04' } })
  await until(async () => (await query(url, 'SELECT 1 FROM delivery_attempts')).length === 2)
  await whole.stop()
  const idle = await startReplica(url, { roles: ['api'] })
  await create(idle.base, key, { solicitud_id: 'sol-pendiente' })
  await idle.stop()
}

const of = (requestId: string): string =>
  `(SELECT verification_id FROM verifications WHERE account_id = 'sol' AND request_id = '${requestId}')`

const breaches: ReadonlyArray<readonly [promise: string, statement: string]> = [
  [
    'no balance is negative or smaller than its holds',
    'ALTER TABLE accounts DROP CONSTRAINT accounts_check; UPDATE accounts SET held_centavos = settled_centavos + 1',
  ],
  ['money in = settled + money out', 'UPDATE accounts SET settled_centavos = settled_centavos + 1'],
  [
    'each entry moves money between the right books',
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos)
     VALUES ('sol', 'abono', 'caja', 'ingresos', 1)`,
  ],
  ['held = the prices of verifications en_proceso', 'UPDATE accounts SET held_centavos = 0'],
  [
    'each emitted verification is charged once, at its price',
    "ALTER TABLE ledger_entries DISABLE TRIGGER USER; DELETE FROM ledger_entries WHERE kind = 'cargo'",
  ],
  [
    'nothing else is charged',
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
     SELECT 'sol', 'cargo', 'saldo', 'ingresos', 1, ${of('sol-inexistente')}`,
  ],
  [
    'each refund is of a charge, and of its full amount',
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id, reason)
     SELECT 'sol', 'devolucion', 'ingresos', 'saldo', 1, ${of('sol-inexistente')}, 'test'`,
  ],
  ['each verification en_proceso has work', 'DELETE FROM verification_work'],
  [
    'a final verification has no work and no data of its applicant',
    `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
     SELECT 'sol', ${of('sol-emitida')}, now(), 'k1', 'x'`,
  ],
  [
    'a payment backs the verification that claims it',
    `UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1' WHERE request_id = 'sol-emitida'`,
  ],
  [
    'each payment backs one verification, over all accounts',
    `UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1' WHERE request_id LIKE 'sol-emitida%'`,
  ],
  ['a payment backs nothing else', `INSERT INTO payment_claims SELECT 'pi_1', 'sol', ${of('sol-inexistente')}`],
  [
    'each charged verification has a webhook, starting with the first that has one',
    `DELETE FROM delivery_attempts; DELETE FROM deliveries WHERE verification_id = ${of('sol-emitida-2')}`,
  ],
  [
    'each webhook is of an emitted verification that is kept',
    `UPDATE deliveries SET verification_id = ${of('sol-inexistente')} WHERE verification_id = ${of('sol-emitida')}`,
  ],
  [
    'every attempt at a webhook is recorded, and scheduled ones are counted',
    `DELETE FROM delivery_attempts WHERE verification_id = ${of('sol-emitida-2')}`,
  ],
  [
    'a webhook is entregada after a 2xx, agotada after six attempts without one, and otherwise pendiente',
    'UPDATE delivery_attempts SET status = 301 WHERE status = 200',
  ],
  [
    'one transfer for each emitida of mode connect, of its price from its payment, and no others',
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
     SELECT 'sol', ${of('sol-inexistente')}, 'pi_1', 1, now()`,
  ],
]

/** The same promises, broken otherwise. */
const furtherBreaches: typeof breaches = [
  [
    'each webhook is of an emitted verification that is kept',
    `UPDATE verifications SET retired_at = now(), fingerprint = NULL, data_key = NULL, reason = NULL, document_key = NULL, document = NULL, basis = NULL, consent_id = NULL, consent_granted_at = NULL,
       consent_proof = NULL, webhook_url = NULL, traceparent = NULL WHERE request_id = 'sol-emitida'`,
  ],
  [
    'every attempt at a webhook is recorded, and scheduled ones are counted',
    "UPDATE delivery_attempts SET kind = 'reenvio' WHERE status = 503",
  ],
  [
    'every attempt at a webhook is recorded, and scheduled ones are counted',
    `DELETE FROM deliveries WHERE verification_id = ${of('sol-emitida')}`,
  ],
  [
    'a webhook is entregada after a 2xx, agotada after six attempts without one, and otherwise pendiente',
    "UPDATE deliveries SET state = 'agotada', due_at = NULL WHERE state = 'pendiente'",
  ],
  [
    'a webhook is entregada after a 2xx, agotada after six attempts without one, and otherwise pendiente',
    "UPDATE deliveries SET sent = 6, attempts = 6 WHERE state = 'pendiente'",
  ],
  [
    'a webhook is entregada after a 2xx, agotada after six attempts without one, and otherwise pendiente',
    'UPDATE delivery_attempts SET status = 300 WHERE status = 200',
  ],
  [
    'one transfer for each emitida of mode connect, of its price from its payment, and no others',
    "UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1' WHERE request_id = 'sol-emitida'",
  ],
  [
    'no balance is negative or smaller than its holds',
    'ALTER TABLE accounts DROP CONSTRAINT accounts_check; ALTER TABLE accounts DROP CONSTRAINT accounts_held_centavos_check; UPDATE accounts SET held_centavos = -1',
  ],
  ...[
    `'cargo', 'saldo', 'caja', 1, ${of('sol-emitida-2')}, NULL, NULL`,
    `'devolucion', 'caja', 'saldo', 1, ${of('sol-emitida-2')}, NULL, 'x'`,
    `'ajuste', 'caja', 'saldo', 1, NULL, 'r-1', 'x'`,
    `'abono', 'saldo', 'caja', 1, NULL, 'r-2', NULL`,
  ].map(
    (values) =>
      [
        'each entry moves money between the right books',
        `DROP INDEX one_charge_per_verification; INSERT INTO ledger_entries
         (account_id, kind, debit, credit, amount_centavos, verification_id, reference, reason) VALUES ('sol', ${values})`,
      ] as const,
  ),
  [
    'held = the prices of verifications en_proceso',
    "UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1' WHERE request_id = 'sol-pendiente'",
  ],
  [
    'each emitted verification is charged once, at its price',
    `DROP INDEX one_charge_per_verification; ALTER TABLE ledger_entries DISABLE TRIGGER USER; UPDATE ledger_entries SET amount_centavos = amount_centavos / 2 WHERE kind = 'cargo'; INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
     SELECT account_id, kind, debit, credit, amount_centavos, verification_id FROM ledger_entries WHERE kind = 'cargo'`,
  ],
  [
    'each emitted verification is charged once, at its price',
    "ALTER TABLE ledger_entries DISABLE TRIGGER USER; UPDATE ledger_entries SET amount_centavos = 1 WHERE kind = 'cargo'",
  ],
  [
    'nothing else is charged',
    "UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1' WHERE request_id = 'sol-emitida'",
  ],
  [
    'each refund is of a charge, and of its full amount',
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id, reason)
     SELECT 'sol', 'devolucion', 'ingresos', 'saldo', 1, ${of('sol-emitida')}, 'test'`,
  ],
  [
    'each refund is of a charge, and of its full amount',
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('luna', 'consumo', 0, 1); INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id, reason)
     SELECT 'luna', 'devolucion', 'ingresos', 'saldo', 10000, ${of('sol-emitida')}, 'test'`,
  ],
  [
    'a final verification has no work and no data of its applicant',
    `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
     SELECT 'sol', ${of('sol-inexistente')}, now(), 'k1', 'x'`,
  ],
  [
    'a payment backs the verification that claims it',
    `UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1' WHERE request_id = 'sol-emitida'; INSERT INTO payment_claims SELECT 'pi_1', 'sol', ${of('sol-emitida-2')}`,
  ],
  ['a payment backs nothing else', `INSERT INTO payment_claims SELECT 'pi_1', 'sol', ${of('sol-emitida')}`],
  ['a payment backs nothing else', `INSERT INTO payment_claims SELECT 'pi_1', 'sol', 'ver_none'`],
  ...['amount_centavos = 1', "payment_intent_id = 'pi_2'"].map(
    (change) =>
      [
        'one transfer for each emitida of mode connect, of its price from its payment, and no others',
        `UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1' WHERE request_id = 'sol-emitida'; INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
         SELECT 'sol', ${of('sol-emitida')}, 'pi_1', price_centavos, now() FROM verifications WHERE request_id = 'sol-emitida'; UPDATE transfers SET ${change}`,
      ] as const,
  ),
]

/** What breaks no promise, or none of these. */
const inOrder: typeof breaches = [
  ...[
    `'devolucion', 'ingresos', 'saldo', 10000, ${of('sol-emitida')}, NULL, 'x'`,
    `'ajuste', 'ajustes', 'saldo', 1, NULL, 'r-1', 'x'`,
    `'ajuste', 'saldo', 'ajustes', 1, NULL, 'r-1', 'x'`,
    `'abono', 'caja', 'saldo', 1, NULL, 'r-1', NULL`,
  ].map(
    (values) =>
      [
        'each entry moves money between the right books',
        `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id, reference, reason)
         VALUES ('sol', ${values})`,
      ] as const,
  ),
  [
    'each refund is of a charge, and of its full amount',
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id, reason)
     VALUES ('sol', 'devolucion', 'ingresos', 'saldo', 10000, ${of('sol-emitida')}, 'x')`,
  ],
  [
    'one transfer for each emitida of mode connect, of its price from its payment, and no others',
    "UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1' WHERE state <> 'emitida'",
  ],
  [
    'one transfer for each emitida of mode connect, of its price from its payment, and no others',
    "UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1', price_centavos = 0 WHERE request_id = 'sol-emitida'",
  ],
  [
    'each payment backs one verification, over all accounts',
    "UPDATE verifications SET mode = 'connect', payment_intent_id = 'pi_1' WHERE request_id IN ('sol-emitida', 'sol-inexistente')",
  ],
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
        promise: 'money in = settled + money out',
        subject: null,
        found: '80001 settled',
        expected: '80000 settled: 100000 came in - 20000 went out',
      },
    ])
  })

  it.each([...breaches, ...furtherBreaches])('finds out when it does not hold that %s', async (promise, statement) => {
    const url = await testDatabase(busy)
    expect((await check(url)).discrepancies).toEqual([])
    for (const part of statement.split('; ')) await query(url, part)
    expect((await check(url)).discrepancies.map((breach) => breach.promise)).toContain(promise)
  })

  it.each(inOrder)('takes no offence, of the promise that %s, at what is in order', async (promise, statement) => {
    const url = await testDatabase(busy)
    for (const part of statement.split('; ')) await query(url, part)
    expect((await check(url)).discrepancies.map((breach) => breach.promise)).not.toContain(promise)
  })

  it('takes no offence at what was emitted before there were webhooks', async () => {
    const url = await testDatabase(busy)
    for (const left of ['sol-emitida-2', 'nada']) {
      await query(url, `DELETE FROM delivery_attempts WHERE verification_id NOT IN (${of(left)})`)
      await query(url, `DELETE FROM deliveries WHERE verification_id NOT IN (${of(left)})`)
      expect((await check(url)).discrepancies).toEqual([])
    }
  })

  it('names of what does not hold a hundred of each promise, in the order of their names', async () => {
    const url = await testDatabase(migrated)
    await query(
      url,
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
       VALUES ('luna', 'consumo', 0, 1), ('sol', 'consumo', 0, 1)`,
    )
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
         consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
       SELECT CASE n WHEN 101 THEN 'luna' ELSE 'sol' END, 'ver_' || lpad(n::text, 3, '0'), 'sol-' || n, 'f', 'k', 'c', now(),
              '', 'consumo', 100, 'api', 'https://x', now(), now(), 'emitida', now() FROM generate_series(101, 1, -1) n`,
    )
    const { discrepancies } = await check(url)
    const subjects = discrepancies.map(({ accountId, subject }) => `${accountId} ${subject}`)
    expect(subjects).toHaveLength(100)
    expect(subjects.slice(0, 3)).toEqual(['luna ver_101', 'sol ver_001', 'sol ver_002'])
    expect(subjects.at(-1)).toBe('sol ver_099')
  })
})
