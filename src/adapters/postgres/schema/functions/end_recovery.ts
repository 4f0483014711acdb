/**
 * Ends the open recovery and gives every verification `en_proceso` its full time again, from now on. Returns how many.
 * It runs as its owner: no other statement changes a deadline.
 */
export const endRecovery = `
CREATE OR REPLACE FUNCTION end_recovery(its_end timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  postponed integer;
BEGIN
  WITH ended AS (
    UPDATE recoveries SET ended_at = now() WHERE ended_at IS NULL RETURNING 1
  ), given AS (
    UPDATE verifications SET deadline = its_end + (deadline - created_at)
     WHERE state = 'en_proceso' AND EXISTS (SELECT FROM ended)
    RETURNING 1
  )
  SELECT count(*) INTO postponed FROM given;
  RETURN postponed;
END $$`
