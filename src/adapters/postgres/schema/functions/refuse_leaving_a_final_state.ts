/** An ended verification keeps its state, a revoked key stays revoked, and a moved account stays moved. */
export const refuseLeavingAFinalState = `
CREATE OR REPLACE FUNCTION refuse_leaving_a_final_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an end or a revocation cannot be undone';
END $$`
