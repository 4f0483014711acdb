import * as PgClient from '@effect/sql-pg/PgClient'
import { DateTime, Effect, Layer, ManagedRuntime, Option, Redacted, Schema } from 'effect'
import { Reactivity } from 'effect/reactivity'
import type { Row } from '#adapters/memory/MemoryDatabase.ts'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import { Bytes, OptionalInstant, OptionalText, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { documentContext, VerificationRow, verificationOf } from '#adapters/postgres/rows/Rows.ts'
import type { Verification } from '#domain/verification/Verification.ts'
import { Secrets } from '#ports/Secrets.ts'
import { makeClient } from '#tools/postgres/database.ts'

/** What a property needs that runs a function of SQL beside the domain's own, on the same facts. */

const key = Redacted.make(Buffer.alloc(32, 7))
const secrets = PlatformSecrets.layer({ digestKey: key, sealingKeys: [{ id: 'test', key }] })

/** One connection, for all cases. */
export const oneConnection = (url: string) =>
  ManagedRuntime.make(
    Layer.mergeAll(Layer.effect(PgClient.PgClient, makeClient(url)).pipe(Layer.provide(Reactivity.layer)), secrets),
  )

/** What the rows of a test are stored with. */
export const testDataKey = Effect.map(Secrets, ({ dataKey }) =>
  dataKey('test', Buffer.alloc(32, 9).toString('base64')),
).pipe(Effect.provide(secrets))

/** Runs an effect in a transaction that leaves nothing behind. */
export const rolledBack = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    yield* sql`BEGIN`
    return yield* Effect.ensuring(effect, Effect.orDie(sql`ROLLBACK`))
  })

const shown = (value: unknown): string => {
  if (value === null) return '-'
  if (value instanceof Date) return value.toISOString()
  if (DateTime.isDateTime(value)) return DateTime.formatIso(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
}

/** A thing in one line, so that whole states are short to compare. */
const lineOf = (values: ReadonlyArray<unknown>): string => values.map(shown).join(' ')

/** Things in no order. */
export const linesOf = (things: Iterable<ReadonlyArray<unknown>>): ReadonlyArray<string> =>
  [...things].map(lineOf).sort()

/** The lines of what a query finds. */
export const linesIn = (statement: string) =>
  Effect.map(
    PgClient.PgClient.use((sql) => sql.unsafe(statement)),
    (rows) => linesOf(rows.map(Object.values)),
  )

/** Verifications as they stand, each in one line. */
export const plain = (rows: ReadonlyArray<Pick<Row, 'verification' | 'document'>>): ReadonlyArray<string> =>
  linesOf(
    rows.map(({ verification: { state, ...facts }, document }) => [
      JSON.stringify(facts),
      state._tag,
      state._tag === 'en_proceso' ? null : state.resolvedAt,
      state._tag === 'no_concluyente' ? state.reason : null,
      document,
    ]),
  )

const keptIn = rowsOf(
  Schema.Struct({
    ...VerificationRow.fields,
    state: Schema.String,
    resolved_at: OptionalInstant,
    reason: OptionalText,
    document: Schema.NullOr(Bytes),
  }),
)

/** The verifications of the database that were not retired, as `plain` gives them. */
export const plainRows = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const dataKey = yield* testDataKey
  const rows = keptIn(
    yield* sql`
      SELECT *, price_centavos::float8 AS price_centavos FROM verifications WHERE retired_at IS NULL`,
  )
  return linesOf(
    rows.map(({ state, resolved_at, reason, document, ...row }) => {
      const { state: _, ...facts } = verificationOf(row)
      const opened = document && Option.getOrThrow(dataKey.open(document, documentContext(facts.accountId, facts.id)))
      return [JSON.stringify(facts), state, resolved_at, reason, opened]
    }),
  )
})

interface Stored {
  readonly is: Verification
  readonly fingerprint: string
  readonly webhookUrl: string
  readonly isRetired: boolean
}

/** Puts verifications into the database, without the work that ends them. */
export const store = Effect.fnUntraced(function* (verifications: ReadonlyArray<Stored>) {
  const sql = yield* PgClient.PgClient
  const dataKey = yield* testDataKey
  const rows = verifications.map(({ is, fingerprint, webhookUrl, isRetired }) => ({
    account_id: is.accountId,
    verification_id: is.id,
    request_id: is.requestId,
    fingerprint: dataKey.digest(fingerprint),
    data_key: dataKey.name,
    consent_id: is.consent.id,
    consent_granted_at: DateTime.formatIso(is.consent.grantedAt),
    consent_proof: '\\x',
    mode: is.terms.mode,
    price_centavos: is.terms.priceCentavos,
    payment_intent_id: is.terms.paymentIntentId,
    channel: is.channel,
    webhook_url: webhookUrl,
    created_at: DateTime.formatIso(is.createdAt),
    deadline: DateTime.formatIso(is.deadline),
    state: is.state._tag,
    resolved_at: is.state._tag === 'en_proceso' ? null : DateTime.formatIso(is.state.resolvedAt),
    reason: is.state._tag === 'no_concluyente' ? is.state.reason : null,
    is_retired: isRetired,
  }))
  yield* sql`
    INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at,
           consent_proof, mode, price_centavos, payment_intent_id, channel, webhook_url,
           created_at, deadline, state, reason, resolved_at)
    SELECT account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at, consent_proof, mode, price_centavos, payment_intent_id, channel, webhook_url, created_at, deadline,
           state, reason, resolved_at
      FROM jsonb_populate_recordset(NULL::verifications, ${JSON.stringify(rows)}::jsonb)`
  yield* sql`
    UPDATE verifications
       SET retired_at = now(), fingerprint = NULL, data_key = NULL, reason = NULL, consent_id = NULL, consent_granted_at = NULL,
           consent_proof = NULL, webhook_url = NULL, traceparent = NULL
     WHERE (account_id, verification_id) IN (
       SELECT x.account_id, x.verification_id
         FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                AS x (account_id text, verification_id text, is_retired boolean) WHERE x.is_retired)`
})
