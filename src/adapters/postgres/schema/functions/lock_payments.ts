/**
 * Locks the payments of the items, in order, until the end of the transaction. It waits while other sessions claim or
 * free them. It is called before any row is locked, so that no deadlock is possible.
 */
export const lockPayments = `
CREATE OR REPLACE FUNCTION lock_payments(items jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  payment bigint;
BEGIN
  FOR payment IN
    SELECT DISTINCT hashtextextended(x ->> 'payment_intent_id', 0) FROM jsonb_array_elements(items) x
     WHERE x ->> 'payment_intent_id' IS NOT NULL ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(payment);
  END LOOP;
END $$`
