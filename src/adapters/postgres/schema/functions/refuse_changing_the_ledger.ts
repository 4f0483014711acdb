/** The ledger is append-only. Only the owner may delete, and only the entries of an account that is moving to another cell. */
export const refuseChangingTheLedger = `
CREATE OR REPLACE FUNCTION refuse_changing_the_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM accounts WHERE account_id = OLD.account_id AND moving_to IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the ledger is append-only';
END $$`
