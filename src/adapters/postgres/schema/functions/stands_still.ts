/** Whether no work may be taken: a restored database is being compared with the world, which went on without it. */
export const standsStill = `
CREATE OR REPLACE FUNCTION stands_still() RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM recoveries WHERE ended_at IS NULL)
$$`
