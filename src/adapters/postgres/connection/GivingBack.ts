import type { SqlClient } from 'effect/sql'

/** The tables whose rows are work that a replica holds. */
export type Work = 'verification_work' | 'deliveries' | 'transfers'

/** What else a holder writes who gives its row back: from then on its claim is lost. */
export const givenBack = (sql: SqlClient.SqlClient) => sql`replica_id = NULL, epoch = epoch + 1`

/**
 * Gives back what a replica holds of a table, all but these verifications. What somebody else has locked is given back
 * the next time.
 */
export const givingBack = (
  sql: SqlClient.SqlClient,
  table: Work,
  replicaId: string,
  kept: ReadonlyArray<string>,
) => sql`
  WITH free AS (
    SELECT account_id, verification_id FROM ${sql(table)}
     WHERE replica_id = ${replicaId}
       AND verification_id NOT IN (SELECT jsonb_array_elements_text(${JSON.stringify(kept)}::jsonb))
     FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE ${sql(table)} w SET replica_id = NULL, epoch = w.epoch + 1
    FROM free f WHERE w.account_id = f.account_id AND w.verification_id = f.verification_id`
