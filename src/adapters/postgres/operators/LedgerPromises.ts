/** A promise about money or webhooks, and the statement that finds breaches. */
export interface LedgerPromise {
  readonly words: string
  /** A query that returns `account_id`, `subject`, `found` and `expected`. */
  readonly breaches: string
}

/**
 * The invariants of the ledger (promises 1 to 3 and 6). Each is computed from the rows that it depends on and does not
 * trust the running sums.
 */
export const promises: ReadonlyArray<LedgerPromise> = [
  {
    words: 'no balance is negative or smaller than its holds',
    breaches: `
      SELECT account_id, NULL AS subject, settled_centavos || ' settled, ' || held_centavos || ' held' AS found,
             '0 ≤ held ≤ settled' AS expected
        FROM accounts WHERE settled_centavos < 0 OR held_centavos < 0 OR held_centavos > settled_centavos`,
  },
  {
    words: 'money in = settled + money out',
    breaches: `
      WITH booked AS (
        SELECT account_id, sum(CASE WHEN credit = 'saldo' THEN amount_centavos ELSE 0 END) AS came,
               sum(CASE WHEN debit = 'saldo' THEN amount_centavos ELSE 0 END) AS went
          FROM ledger_entries GROUP BY account_id
      )
      SELECT a.account_id, NULL AS subject, a.settled_centavos || ' settled' AS found,
             coalesce(b.came, 0) - coalesce(b.went, 0) || ' settled: ' || coalesce(b.came, 0) || ' came in - ' ||
               coalesce(b.went, 0) || ' went out' AS expected
        FROM accounts a LEFT JOIN booked b USING (account_id)
       WHERE a.settled_centavos <> coalesce(b.came, 0) - coalesce(b.went, 0)`,
  },
  {
    words: 'each entry moves money between the right books',
    breaches: `
      SELECT account_id, coalesce(verification_id, entry_id::text) AS subject,
             kind || ': ' || debit || ' to ' || credit AS found,
             'abono: caja to saldo, cargo: saldo to ingresos, devolucion: ingresos to saldo, ajuste: between saldo and ajustes'
               AS expected
        FROM ledger_entries
       WHERE (kind, debit, credit) NOT IN (('abono', 'caja', 'saldo'), ('cargo', 'saldo', 'ingresos'),
               ('devolucion', 'ingresos', 'saldo'), ('ajuste', 'ajustes', 'saldo'), ('ajuste', 'saldo', 'ajustes'))`,
  },
  {
    words: 'held = the prices of verifications en_proceso',
    breaches: `
      WITH under_way AS (
        SELECT account_id, sum(price_centavos) AS prices FROM verifications
         WHERE state = 'en_proceso' AND mode = 'consumo' AND retired_at IS NULL GROUP BY account_id
      )
      SELECT a.account_id, NULL AS subject, a.held_centavos || ' held' AS found,
             coalesce(u.prices, 0)::text AS expected
        FROM accounts a LEFT JOIN under_way u USING (account_id)
       WHERE a.held_centavos <> coalesce(u.prices, 0)`,
  },
  {
    words: 'each emitted verification is charged once, at its price',
    breaches: `
      WITH charges AS (
        SELECT account_id, verification_id, count(*) AS times, sum(amount_centavos) AS amount
          FROM ledger_entries WHERE kind = 'cargo' GROUP BY account_id, verification_id
      )
      SELECT v.account_id, v.verification_id AS subject,
             coalesce(c.times, 0) || ' charges of ' || coalesce(c.amount, 0) AS found,
             '1 charge of ' || v.price_centavos AS expected
        FROM verifications v LEFT JOIN charges c USING (account_id, verification_id)
       WHERE v.state = 'emitida' AND v.mode = 'consumo' AND v.price_centavos > 0
         AND (c.times IS DISTINCT FROM 1 OR c.amount IS DISTINCT FROM v.price_centavos)`,
  },
  {
    words: 'nothing else is charged',
    breaches: `
      SELECT l.account_id, l.verification_id AS subject, 'a charge of ' || l.amount_centavos AS found,
             'none: it is ' || coalesce(v.mode || ', ' || v.state, 'not there') AS expected
        FROM ledger_entries l LEFT JOIN verifications v USING (account_id, verification_id)
       WHERE l.kind = 'cargo' AND (v.state IS DISTINCT FROM 'emitida' OR v.mode IS DISTINCT FROM 'consumo')`,
  },
  {
    words: 'each refund is of a charge, and of its full amount',
    breaches: `
      SELECT l.account_id, l.verification_id AS subject, 'a refund of ' || l.amount_centavos AS found,
             coalesce('one of ' || c.amount_centavos, 'none: no charge exists') AS expected
        FROM ledger_entries l
             LEFT JOIN ledger_entries c
               ON c.kind = 'cargo' AND (c.account_id, c.verification_id) = (l.account_id, l.verification_id)
       WHERE l.kind = 'devolucion' AND l.amount_centavos IS DISTINCT FROM c.amount_centavos`,
  },
  {
    words: 'each verification en_proceso has work',
    breaches: `
      SELECT v.account_id, v.verification_id AS subject, 'no work' AS found, 'work that ends it' AS expected
        FROM verifications v LEFT JOIN verification_work w USING (account_id, verification_id)
       WHERE v.state = 'en_proceso' AND v.retired_at IS NULL AND w.account_id IS NULL`,
  },
  {
    words: 'a final verification has no work and no data of its applicant',
    breaches: `
      SELECT w.account_id, w.verification_id AS subject, 'sealed data' AS found,
             'none: it is ' || v.state AS expected
        FROM verification_work w JOIN verifications v USING (account_id, verification_id)
       WHERE v.state <> 'en_proceso'`,
  },
  {
    words: 'a payment backs the verification that claims it',
    breaches: `
      SELECT v.account_id, v.payment_intent_id AS subject,
             coalesce('backs ' || p.verification_id, 'is free') AS found, 'backs ' || v.verification_id AS expected
        FROM verifications v LEFT JOIN payment_claims p USING (payment_intent_id)
       WHERE v.mode = 'connect' AND v.state <> 'no_concluyente' AND v.payment_intent_id IS NOT NULL
         AND (p.account_id, p.verification_id) IS DISTINCT FROM (v.account_id, v.verification_id)`,
  },
  {
    words: 'each payment backs one verification, over all accounts',
    breaches: `
      SELECT min(account_id) AS account_id, payment_intent_id AS subject,
             'backs ' || string_agg(verification_id, ', ' ORDER BY sequence) AS found, 'backs one' AS expected
        FROM verifications
       WHERE mode = 'connect' AND state <> 'no_concluyente' AND payment_intent_id IS NOT NULL
       GROUP BY payment_intent_id HAVING count(*) > 1`,
  },
  {
    words: 'a payment backs nothing else',
    breaches: `
      SELECT p.account_id, p.payment_intent_id AS subject, 'backs ' || p.verification_id AS found,
             'is free: that one is ' || coalesce(v.state, 'not there') AS expected
        FROM payment_claims p LEFT JOIN verifications v USING (account_id, verification_id)
       WHERE v.state IS NULL OR v.state = 'no_concluyente'
          OR v.payment_intent_id IS DISTINCT FROM p.payment_intent_id`,
  },
  {
    // Charge and webhook are written together. Charges from before webhooks existed have none; the order of the entries
    // tells them apart, because no clock does. Free verifications have no entry to compare.
    words: 'each charged verification has a webhook, starting with the first that has one',
    breaches: `
      WITH charges AS (
        SELECT l.account_id, l.verification_id, l.entry_id, v.retired_at, d.event_id
          FROM ledger_entries l JOIN verifications v USING (account_id, verification_id)
               LEFT JOIN deliveries d USING (account_id, verification_id)
         WHERE l.kind = 'cargo'
      )
      SELECT account_id, verification_id AS subject, 'no webhook' AS found, 'one: it is charged' AS expected
        FROM charges
       WHERE event_id IS NULL AND retired_at IS NULL
         AND entry_id > (SELECT min(entry_id) FROM charges WHERE event_id IS NOT NULL)`,
  },
  {
    words: 'each webhook is of an emitted verification that is kept',
    breaches: `
      SELECT d.account_id, d.verification_id AS subject, 'a webhook' AS found,
             'none: it is ' || coalesce(v.state || CASE WHEN v.retired_at IS NULL THEN '' ELSE ', retired' END,
                                        'not there') AS expected
        FROM deliveries d LEFT JOIN verifications v USING (account_id, verification_id)
       WHERE v.state IS DISTINCT FROM 'emitida' OR v.retired_at IS NOT NULL`,
  },
  {
    words: 'every attempt at a webhook is recorded, and scheduled ones are counted',
    breaches: `
      WITH noted AS (
        SELECT account_id, verification_id, count(*) AS times,
               count(*) FILTER (WHERE kind = 'programado') AS scheduled
          FROM delivery_attempts GROUP BY account_id, verification_id
      )
      SELECT account_id, verification_id AS subject,
             coalesce(n.times, 0) || ' noted, ' || coalesce(n.scheduled, 0) || ' of them programado' AS found,
             coalesce(d.sent || ', ' || d.attempts || ' of them programado', 'none: no webhook exists') AS expected
        FROM deliveries d FULL JOIN noted n USING (account_id, verification_id)
       WHERE (d.sent, d.attempts) IS DISTINCT FROM (coalesce(n.times, 0), coalesce(n.scheduled, 0))`,
  },
  {
    words: 'a webhook is entregada after a 2xx, agotada after six attempts without one, and otherwise pendiente',
    breaches: `
      WITH delivered AS (
        SELECT DISTINCT account_id, verification_id FROM delivery_attempts WHERE status BETWEEN 200 AND 299
      ), judged AS (
        SELECT d.account_id, d.verification_id, d.state, d.attempts,
               CASE WHEN a.account_id IS NOT NULL THEN 'entregada'
                         WHEN d.attempts = 6 THEN 'agotada' ELSE 'pendiente' END AS due_state
          FROM deliveries d LEFT JOIN delivered a USING (account_id, verification_id)
      )
      SELECT account_id, verification_id AS subject, state AS found,
             due_state || ' after ' || attempts || ' attempts of its schedule' AS expected
        FROM judged WHERE state <> due_state`,
  },
  {
    words: 'one transfer for each emitida of mode connect, of its price from its payment, and no others',
    breaches: `
      WITH owed AS (
        SELECT account_id, verification_id, price_centavos, payment_intent_id FROM verifications
         WHERE mode = 'connect' AND state = 'emitida' AND price_centavos > 0
      )
      SELECT account_id, verification_id AS subject,
             coalesce(t.amount_centavos || ' of ' || t.payment_intent_id, 'no transfer') AS found,
             coalesce(o.price_centavos || ' of ' || o.payment_intent_id, 'no transfer') AS expected
        FROM owed o FULL JOIN transfers t USING (account_id, verification_id)
       WHERE (t.amount_centavos, t.payment_intent_id) IS DISTINCT FROM (o.price_centavos, o.payment_intent_id)`,
  },
]
