import { DateTime, Effect, Layer, Option } from 'effect'
import { Maintenance, type Place } from '#ports/Maintenance.ts'
import { Secrets } from '#ports/Secrets.ts'
import { Database } from './Database.ts'
import { sealContext } from './Rows.ts'

interface SealedRow {
  readonly account_id: string
  readonly verification_id: string
  readonly key_id: string
  readonly sealed: Uint8Array
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const layer = Layer.effect(
  Maintenance,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const secrets = yield* Secrets

    const oldSeals = (after: Place | null, limit: number) =>
      working(sql<SealedRow>`
        SELECT account_id, verification_id, key_id, sealed FROM verification_work
         WHERE key_id <> ${secrets.sealingKeyId}
           AND (account_id, verification_id) > (${after?.accountId ?? ''}, ${after?.verificationId ?? ''})
         ORDER BY account_id, verification_id LIMIT ${limit}`)

    /** The row under the current key; none when its own key is not known. */
    const renewed = (row: SealedRow) => {
      const context = sealContext(row.account_id, row.verification_id)
      return Option.map(secrets.open({ keyId: row.key_id, bytes: row.sealed }, context), (text) => ({
        account_id: row.account_id,
        verification_id: row.verification_id,
        was: base64(row.sealed),
        becomes: base64(secrets.seal(text, context).bytes),
      }))
    }

    // Every seal has a nonce of its own, so that one which is the same as when it was read was not
    // written since: what a worker parked or concluded meanwhile stays as it is. Locked rows are left
    // for the next run, so that nobody waits for us, nor we in a circle.
    const replace = (rows: ReadonlyArray<object>) =>
      working(sql`
        WITH unchanged AS (
          SELECT w.account_id, w.verification_id, x.becomes
            FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                   AS x (account_id text, verification_id text, was text, becomes text)
            JOIN verification_work w
              ON w.account_id = x.account_id AND w.verification_id = x.verification_id
             AND w.sealed = decode(x.was, 'base64')
           FOR UPDATE OF w SKIP LOCKED
        )
        UPDATE verification_work w
           SET key_id = ${secrets.sealingKeyId}, sealed = decode(unchanged.becomes, 'base64')
          FROM unchanged
         WHERE w.account_id = unchanged.account_id AND w.verification_id = unchanged.verification_id
        RETURNING 1`)

    const reseal = Effect.fnUntraced(function* (after: Place | null, limit: number) {
      const rows = yield* oldSeals(after, limit)
      const readable = rows.flatMap((row) => Option.toArray(renewed(row)))
      const replaced = readable.length === 0 ? [] : yield* replace(readable)
      const last = rows.at(-1)
      return {
        resealed: replaced.length,
        overtaken: readable.length - replaced.length,
        unreadable: rows.length - readable.length,
        next:
          last && rows.length === limit ? { accountId: last.account_id, verificationId: last.verification_id } : null,
      }
    })

    const sealedByOthers = working(sql<{ key_id: string; values: number }>`
      SELECT key_id, count(*)::integer AS values FROM verification_work
       WHERE key_id <> ${secrets.sealingKeyId} GROUP BY key_id ORDER BY key_id`).pipe(
      Effect.map((rows) => rows.map(({ key_id: keyId, values }) => ({ keyId, values }))),
    )

    const retire = (accountId: string, endedBefore: DateTime.Utc, limit: number) => {
      const instant = DateTime.toDate(endedBefore)
      return working(sql`
        WITH old AS (
          SELECT verification_id FROM verifications
           WHERE account_id = ${accountId} AND retired_at IS NULL AND created_at < ${instant}
             AND resolved_at < ${instant}
           ORDER BY created_at, sequence LIMIT ${limit}
           FOR NO KEY UPDATE SKIP LOCKED
        )
        UPDATE verifications v
           SET retired_at = now(), outcome = NULL, consent_id = NULL, consent_granted_at = NULL,
               consent_notice_version = NULL, consent_evidence_id = NULL, webhook_url = NULL, property_id = NULL
          FROM old WHERE v.account_id = ${accountId} AND v.verification_id = old.verification_id
        RETURNING 1`).pipe(Effect.map((rows) => rows.length))
    }

    return Maintenance.of({ reseal, sealedByOthers, retire })
  }),
)
