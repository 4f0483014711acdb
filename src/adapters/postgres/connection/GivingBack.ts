import type { SqlClient } from 'effect/sql'

export type Work = 'verification_work' | 'deliveries' | 'transfers'

/** The assignments that release a row. Its old claim is then lost. */
export const givenBack = (sql: SqlClient.SqlClient) => sql`replica_id = NULL, epoch = epoch + 1`

/**
 * Releases all rows of a table that a replica holds, except these verifications. Rows locked by another session are
 * released the next time.
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
