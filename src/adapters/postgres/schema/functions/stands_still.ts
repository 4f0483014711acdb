/** Whether work is paused, because a restored database is being compared with the outside world. */
export const standsStill = `
CREATE OR REPLACE FUNCTION stands_still() RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM recoveries WHERE ended_at IS NULL)
$$`
