/** The ledger is append-only. */
export const refuseChangingTheLedger = `
CREATE OR REPLACE FUNCTION refuse_changing_the_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$`
