/**
 * Waits, in order, until nobody else is taking or freeing the payments that the items name. The locks end
 * with the transaction. Taken before any row is locked, so that two of them never wait in a circle.
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
