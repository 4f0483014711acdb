/** A verification that ended stays as it ended. */
export const refuseLeavingAFinalState = `
CREATE OR REPLACE FUNCTION refuse_leaving_a_final_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a verification does not leave its final state';
END $$`
