import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { DataKeys } from '#adapters/postgres/installation/DataKeys.ts'
import { Bytes, Instant, OptionalText, rowOf } from '#adapters/postgres/rows/Columns.ts'
import { basisContext, consentContext, documentContext } from '#adapters/postgres/rows/Rows.ts'
import { ListBasis } from '#domain/evidence/Findings.ts'
import { Level } from '#domain/recommendation/Recommendation.ts'
import { ConsentProof } from '#domain/verification/Consent.ts'
import { Erasure } from '#ports/Erasure.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

const idIn = rowOf(Schema.Struct({ verification_id: Schema.String }))
const Attempts = Schema.Array(
  Schema.Struct({ startedAt: Schema.DateTimeUtcFromString, status: Schema.NullOr(Schema.Int) }),
)
const keptIn = rowOf(
  Schema.Struct({
    consent_id: Schema.String,
    consent_granted_at: Instant,
    consent_proof: Bytes,
    data_key: Schema.String,
    webhook_url: Schema.String,
    property_id: OptionalText,
    document_key: OptionalText,
    document: Schema.NullOr(Bytes),
    basis: Schema.NullOr(Bytes),
    webhook: OptionalText,
    attempts: Attempts,
  }),
)
const decodeDocument = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const Basis = Schema.Struct({
  engineVersion: Schema.String,
  level: Level,
  explanation: Schema.String,
  determinants: Schema.Array(Schema.String),
  lists: Schema.NullOr(ListBasis),
  clearedLawsuits: Schema.Int,
})
export const decodeBasis = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.NullOr(Basis)))
export const decodeProof = Schema.decodeUnknownOption(Schema.fromJsonString(ConsentProof))

const unreadable = new StorageUnavailable({
  kind: 'unfit',
  reason: 'its data key is sealed with a key that is not in COTEJO_SEALING_KEYS',
})

export const layer = Layer.effect(
  Erasure,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const keys = yield* DataKeys

    return Erasure.of({
      verificationOf: (accountId, requestId) =>
        working(sql`
          SELECT verification_id FROM verifications WHERE account_id = ${accountId} AND request_id = ${requestId}`).pipe(
          Effect.map(idIn),
          Effect.map(Option.map(({ verification_id }) => verification_id)),
        ),
      kept: Effect.fnUntraced(function* (accountId, verificationId) {
        const rows = yield* working(sql`
          SELECT v.consent_id, v.consent_granted_at, v.consent_proof, v.data_key, v.webhook_url, v.property_id,
                 v.document_key, v.document, v.basis, d.state AS webhook,
                 (SELECT coalesce(jsonb_agg(jsonb_build_object('startedAt', a.started_at, 'status', a.status)
                                            ORDER BY a.number), '[]')
                    FROM delivery_attempts a
                   WHERE a.account_id = v.account_id AND a.verification_id = v.verification_id) AS attempts
            FROM verifications v LEFT JOIN deliveries d USING (account_id, verification_id)
           WHERE v.account_id = ${accountId} AND v.verification_id = ${verificationId}
             AND v.state <> 'en_proceso' AND v.retired_at IS NULL`)
        const row = Option.getOrNull(keptIn(rows))
        if (row === null) return Option.none()
        const { data_key, document_key } = row
        const keyNamed = yield* keys.named([data_key, ...(document_key === null ? [] : [document_key])])
        const opened = (name: string | null, sealed: Uint8Array | null, contextOf: typeof documentContext) => {
          if (name === null || sealed === null) return Option.some('null')
          const key = keyNamed(name)
          return typeof key === 'string' ? Option.none() : key.openText(sealed, contextOf(accountId, verificationId))
        }
        const found = Option.all({
          proof: Option.flatMap(opened(data_key, row.consent_proof, consentContext), decodeProof),
          document: Option.flatMap(opened(document_key, row.document, documentContext), decodeDocument),
          basis: Option.flatMap(opened(document_key, row.basis, basisContext), decodeBasis),
        })
        if (Option.isNone(found)) return yield* unreadable
        const { proof, document, basis } = found.value
        return Option.some({
          consent: { id: row.consent_id, grantedAt: row.consent_granted_at, ...proof },
          webhookUrl: row.webhook_url,
          propertyId: row.property_id,
          document,
          basis,
          webhook: row.webhook === null ? null : { state: row.webhook, attempts: row.attempts },
        })
      }),
      erase: (accountId, verificationId) =>
        Effect.flatMap(DateTime.now, (now) =>
          Effect.asVoid(
            working(sql`SELECT retire_one(${accountId}, ${verificationId}, ${DateTime.toDate(now)}::timestamptz)`),
          ),
        ),
    })
  }),
).pipe(Layer.provide(DataKeys.layer('work')))
