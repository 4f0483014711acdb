import { DateTime, Duration, Effect, Layer, Option, Redacted, Schema } from 'effect'
import * as Batches from '#adapters/postgres/connection/Batches.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { dueQueue } from '#adapters/postgres/connection/DueQueue.ts'
import { givenBack } from '#adapters/postgres/connection/GivingBack.ts'
import { type HeldWrite, isBlocked, isDone } from '#adapters/postgres/connection/HeldRow.ts'
import { DataKeys } from '#adapters/postgres/installation/DataKeys.ts'
import { Bytes, OptionalText, rowsOf, traceIn } from '#adapters/postgres/rows/Columns.ts'
import { DeliveryRow, deliveryOf } from '#adapters/postgres/rows/DeliveryRow.ts'
import type { FoundKey } from '#adapters/postgres/rows/FoundKey.ts'
import { documentContext, signingSecretContext } from '#adapters/postgres/rows/Rows.ts'
import { hasSecret } from '#adapters/postgres/schema/functions/claim_deliveries.ts'
import type { Delivery } from '#domain/delivery/Delivery.ts'
import { type Attempt, Deliveries, type DeliveryClaim } from '#ports/Deliveries.ts'
import { Secrets } from '#ports/Secrets.ts'

/** Attempts per commit, and parallel commits. */
const batch = {
  most: 64,
  lanes: 2,
  blocked: { is: isBlocked, lanes: 1, waitMillis: 1_000 },
  longestWait: Duration.seconds(10),
}

/** `sealed` is base64. */
const SealedSecret = Schema.Struct({ key_id: Schema.String, sealed: Schema.String })

const Claimed = Schema.Struct({
  ...DeliveryRow.fields,
  account_id: Schema.String,
  verification_id: Schema.String,
  event_id: Schema.String,
  url: Schema.String,
  document: Schema.NullOr(Bytes),
  document_key: OptionalText,
  traceparent: OptionalText,
  epoch: Schema.Int,
  secrets: Schema.Struct({ actual: SealedSecret, siguiente: Schema.optionalKey(SealedSecret) }),
})

interface Recording {
  readonly claim: DeliveryClaim
  readonly attempt: Attempt
  readonly after: Delivery
}

const claimedIn = rowsOf(Claimed)
const heldIn = rowsOf(Schema.Struct({ place: Schema.Int, is_written: Schema.Boolean }))

const nullableIso = (instant: DateTime.Utc | null): string | null => instant && DateTime.formatIso(instant)

/** An attempt and the delivery's new state, as the statement below reads them. */
const columns = ({ claim, attempt, after }: Recording, place: number) => ({
  place,
  account_id: claim.accountId,
  verification_id: claim.verificationId,
  epoch: claim.epoch,
  state: after.state,
  attempts: after.attempts,
  due_at: nullableIso(after.dueAt),
  resend_was: nullableIso(claim.delivery.resendAt),
  resend_at: nullableIso(after.resendAt),
  kind: attempt.kind,
  started_at: DateTime.formatIso(attempt.startedAt),
  took_ms: Math.round(Duration.toMillis(attempt.took)),
  status: attempt.outcome._tag === 'Answered' ? attempt.outcome.status : null,
  failure: attempt.outcome._tag === 'Failed' ? attempt.outcome.reason : null,
})

export const layer = Layer.effect(
  Deliveries,
  Effect.gen(function* () {
    const { dispatch: sql, dispatching } = yield* Database
    const secrets = yield* Secrets
    const keys = yield* DataKeys
    const { queue, replicaId, write } = yield* dueQueue<DeliveryClaim>({
      ...{ sql, running: dispatching, table: 'deliveries', due: 'next_at', isReady: hasSecret, signal: 'delivery' },
      idOf: ({ verificationId }) => verificationId,
    })

    const opened = (accountId: string, sealed: typeof SealedSecret.Type | undefined) =>
      sealed === undefined
        ? Option.none()
        : Option.map(
            secrets.open(
              { keyId: sealed.key_id, bytes: Buffer.from(sealed.sealed, 'base64') },
              signingSecretContext(accountId),
            ),
            (text) => Redacted.make(text),
          )

    const bodyOf = (row: typeof Claimed.Type, keyNamed: (name: string) => FoundKey) => {
      const { document, document_key, account_id, verification_id } = row
      const key = document_key === null ? 'destroyed' : keyNamed(document_key)
      if (document === null || typeof key === 'string') return Option.none()
      return key.open(document, documentContext(account_id, verification_id))
    }

    const claimOf = (row: typeof Claimed.Type, keyNamed: (name: string) => FoundKey): DeliveryClaim => {
      const { actual, siguiente } = row.secrets
      // If one of the two secrets cannot be opened, send nothing: a receiver may rely on the missing signature.
      const next = siguiente === undefined ? Option.some(null) : opened(row.account_id, siguiente)
      const both = Option.all({ current: opened(row.account_id, actual), next })
      const request = Option.map(Option.all([both, bodyOf(row, keyNamed)]), ([each, body]) => ({
        url: row.url,
        eventId: row.event_id,
        body,
        secrets: each,
      }))
      return {
        accountId: row.account_id,
        verificationId: row.verification_id,
        delivery: deliveryOf(row),
        request: Option.getOrNull(request),
        trace: traceIn(row.traceparent),
        epoch: row.epoch,
      }
    }

    const record = yield* Batches.make<Recording, HeldWrite>({
      ...batch,
      accountOf: ({ claim }) => claim.accountId,
      run: Effect.fnUntraced(function* (items) {
        const json = JSON.stringify(items.map(columns))
        // An operator may have requested another attempt during this one. The limit tells the planner the number of
        // rows: for JSON it assumes a hundred, and would scan a table of some thousand rows.
        const rows = yield* dispatching(sql`
          WITH given AS (
            SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS x (
              place integer, account_id text, verification_id text, epoch integer, state text, attempts integer,
              due_at timestamptz, resend_was timestamptz, resend_at timestamptz, kind text, started_at timestamptz,
              took_ms integer, status integer, failure text)
             LIMIT ${items.length}
          ), held AS (
            SELECT g.place FROM given g JOIN deliveries d USING (account_id, verification_id)
             WHERE d.epoch = g.epoch
          ), free AS (
            SELECT g.place FROM given g JOIN deliveries d USING (account_id, verification_id)
             WHERE d.epoch = g.epoch
               FOR NO KEY UPDATE OF d SKIP LOCKED
          ), written AS (
            UPDATE deliveries d
               SET state = g.state, attempts = g.attempts, due_at = g.due_at, replica_id = NULL, epoch = d.epoch + 1, sent = d.sent + 1,
                   resend_at = CASE WHEN date_trunc('milliseconds', d.resend_at) IS DISTINCT FROM g.resend_was THEN d.resend_at ELSE g.resend_at END
              FROM given g JOIN free USING (place)
             WHERE d.account_id = g.account_id AND d.verification_id = g.verification_id
            RETURNING g.*, d.sent
          ), noted AS (
            INSERT INTO delivery_attempts
                   (account_id, verification_id, number, kind, started_at, took_ms, status, failure)
            SELECT account_id, verification_id, sent, kind, started_at, took_ms, status, failure FROM written
          )
          SELECT place, EXISTS (SELECT FROM written w WHERE w.place = h.place) AS is_written FROM held h`)
        const written = new Map(heldIn(rows).map(({ place, is_written }) => [place, is_written]))
        // Rows that are held but were not written are locked by another session.
        return items.map((_, place): HeldWrite => {
          const isWritten = written.get(place)
          return isWritten === undefined ? 'Lost' : isWritten ? 'Done' : 'Locked'
        })
      }),
    })

    return Deliveries.of({
      ...queue,
      claim: Effect.fnUntraced(function* (now, { most, perAccount, perHost }) {
        const rows = claimedIn(
          yield* dispatching(sql`
            SELECT * FROM claim_deliveries(${replicaId}, ${DateTime.toDate(now)}, ${most}, ${perAccount}, ${perHost})`),
        )
        const keyNamed = yield* keys.named(rows.flatMap(({ document_key }) => document_key ?? []))
        return rows.map((row) => claimOf(row, keyNamed))
      }),
      record: (claim, attempt, after) => Effect.flatMap(record({ claim, attempt, after }), isDone),
      park: (claim, until) =>
        write(
          claim,
          sql`${givenBack(sql)},
              due_at = CASE WHEN due_at IS NULL THEN NULL ELSE greatest(due_at, ${DateTime.toDate(until)}) END,
              resend_at = CASE WHEN resend_at IS NULL THEN NULL
                               ELSE greatest(resend_at, ${DateTime.toDate(until)}) END`,
        ),
    })
  }),
)
