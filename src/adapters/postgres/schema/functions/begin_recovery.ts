/**
 * Begins a recovery, unless one is open, and takes back what replicas held when the backup was made. That is nobody's fault:
 * unlike work of dead replicas, it counts as no crash. It runs as its owner: no command takes work from a replica otherwise.
 */
export const beginRecovery = `
CREATE OR REPLACE FUNCTION begin_recovery() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO recoveries DEFAULT VALUES ON CONFLICT DO NOTHING;
  UPDATE verification_work SET replica_id = NULL, epoch = epoch + 1 WHERE replica_id IS NOT NULL;
  UPDATE deliveries SET replica_id = NULL, epoch = epoch + 1 WHERE replica_id IS NOT NULL;
  UPDATE transfers SET replica_id = NULL, epoch = epoch + 1 WHERE replica_id IS NOT NULL;
END $$`
