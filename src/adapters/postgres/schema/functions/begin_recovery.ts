/**
 * Starts a recovery, unless one is open, and releases the claims that replicas held when the backup was made, except
 * those of a move to another cell. It does not count them as crashes, unlike the work of dead replicas. It runs as its owner, because commands must not release
 * the work of replicas otherwise.
 */
export const beginRecovery = `
CREATE OR REPLACE FUNCTION begin_recovery() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO recoveries DEFAULT VALUES ON CONFLICT DO NOTHING;
  UPDATE verification_work SET replica_id = NULL, epoch = epoch + 1 WHERE replica_id IS NOT NULL;
  UPDATE deliveries SET replica_id = NULL, epoch = epoch + 1 WHERE replica_id NOT LIKE 'traslado/%';
  UPDATE transfers SET replica_id = NULL, epoch = epoch + 1 WHERE replica_id NOT LIKE 'traslado/%';
END $$`
