export const refuseChangingTheAudit = `
CREATE OR REPLACE FUNCTION refuse_changing_the_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit is append-only';
END $$`
