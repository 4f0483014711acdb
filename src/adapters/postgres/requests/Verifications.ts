import { DateTime, Duration, Effect, Layer, Option, Schema } from 'effect'
import * as Batches from '#adapters/postgres/connection/Batches.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { WorkSignal } from '#adapters/postgres/connection/WorkSignal.ts'
import { DataKeys } from '#adapters/postgres/installation/DataKeys.ts'
import { rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import type { FoundKey } from '#adapters/postgres/rows/FoundKey.ts'
import { consentContext, dayOf, sealContext, sealedText } from '#adapters/postgres/rows/Rows.ts'
import { documentKeys, EarlierFields, earlierColumns, viewOf } from '#adapters/postgres/rows/ViewRow.ts'
import type { Admission, Stage } from '#domain/account/Admission.ts'
import { formatTrace } from '#domain/verification/Trace.ts'
import type { VerificationView } from '#domain/verification/Verification.ts'
import type { DataKey } from '#ports/Secrets.ts'
import { blockedReasons, StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { type AdmissionRequest, Verifications } from '#ports/Verifications.ts'
import { readingTogether } from './SharedReading.ts'

export interface Judging {
  readonly application: AdmissionRequest
  readonly stage: Stage
}

/** An earlier verification, with the fields that show whether its body is the same. */
export const EarlierRow = Schema.Struct({ ...EarlierFields, fingerprint: Schema.String, data_key: Schema.String })
export type EarlierRow = typeof EarlierRow.Type

const Judged = Schema.Union([
  Schema.Struct({
    place: Schema.Int,
    verdict: Schema.Literals([
      'Locked',
      'KeyMissing',
      'AccountClosed',
      'Conflict',
      'BalanceInsufficient',
      'PaymentTaken',
    ]),
  }),
  Schema.Struct({
    place: Schema.Int,
    verdict: Schema.Literals(['Prechecked', 'Created']),
    rate_left: Schema.NullOr(Schema.Int),
    rate_seconds: Schema.NullOr(Schema.Int),
  }),
  Schema.Struct({ ...EarlierRow.fields, place: Schema.Int, verdict: Schema.Literal('Earlier') }),
  Schema.Struct({
    place: Schema.Int,
    verdict: Schema.Literals(['RateExceeded', 'QuotaExceeded']),
    retry_after: Schema.Int,
  }),
])

export const judgedIn = rowsOf(Judged)

export interface KeysOfDay {
  readonly applicant: DataKey
  readonly record: DataKey
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const columns = ({ applicant, record }: KeysOfDay, { application, stage }: Judging, place: number) => {
  const { principal, verification, quotaMonth, subject, consentProof } = application
  const { id, accountId, consent, terms, state } = verification
  return {
    place,
    account_id: accountId,
    key_id: principal.keyId,
    verification_id: id,
    request_id: verification.requestId,
    fingerprint: record.digest(application.fingerprint),
    data_key: record.name,
    consent_id: consent.id,
    consent_granted_at: DateTime.formatIso(consent.grantedAt),
    consent_proof: base64(record.seal(JSON.stringify(consentProof), consentContext(accountId, id))),
    mode: terms.mode,
    price_centavos: terms.priceCentavos,
    payment_intent_id: terms.paymentIntentId,
    channel: verification.channel,
    webhook_url: application.webhookUrl,
    property_id: application.propertyId,
    traceparent: application.trace && formatTrace(application.trace),
    created_at: DateTime.formatIso(verification.createdAt),
    deadline: DateTime.formatIso(verification.deadline),
    work_key: applicant.name,
    sealed: base64(applicant.seal(sealedText(subject, state), sealContext(accountId, id))),
    requests_per_minute: principal.account.plan.requestsPerMinute,
    monthly_quota: principal.account.plan.monthlyQuota,
    quota_month: quotaMonth.name,
    quota_ends_at: DateTime.formatIso(quotaMonth.endsAt),
    stage,
  }
}

const keysOf = (row: EarlierRow): ReadonlyArray<string> => [row.data_key, ...documentKeys([row])]

const keysNeeded = (rows: ReadonlyArray<typeof Judged.Type>): ReadonlyArray<string> =>
  rows.flatMap((row) => (row.verdict === 'Earlier' ? keysOf(row) : []))

/** The verification if its body has this fingerprint. `None` if its key is destroyed, because it cannot be compared. */
export const ofSameBody = (
  accountId: string,
  row: EarlierRow,
  fingerprint: string,
  keyNamed: (name: string) => FoundKey,
): Option.Option<VerificationView> | 'Unreadable' => {
  const key = keyNamed(row.data_key)
  if (key === 'unreadable') return 'Unreadable'
  const isSame = key !== 'destroyed' && key.digest(fingerprint) === row.fingerprint
  return isSame ? viewOf(accountId, row, row.under_way, keyNamed) : Option.none()
}

/** The admission of a request whose `solicitud_id` was already used. */
const earlier = (same: Option.Option<VerificationView> | 'Unreadable'): Admission => {
  if (same === 'Unreadable') return { _tag: 'Unreadable' }
  return Option.isSome(same) ? { _tag: 'Replayed', view: same.value } : { _tag: 'Conflict' }
}

export const admissionOf = (
  judged: typeof Judged.Type,
  { application: { verification, fingerprint } }: Judging,
  keyNamed: (name: string) => FoundKey,
): Admission => {
  switch (judged.verdict) {
    case 'Earlier':
      return earlier(ofSameBody(verification.accountId, judged, fingerprint, keyNamed))
    case 'Created':
    case 'Prechecked': {
      const { rate_left: requests, rate_seconds: seconds } = judged
      return { _tag: judged.verdict, rate: requests === null || seconds === null ? null : { requests, seconds } }
    }
    case 'RateExceeded':
    case 'QuotaExceeded':
      return { _tag: judged.verdict, retryAfterSeconds: judged.retry_after }
    default:
      return { _tag: judged.verdict }
  }
}

/**
 * Admissions per batch, and parallel batches. With one lane, five times as many share a commit as with four, which
 * saves more than the wait costs. A client must be answered within 2 s.
 */
const batch = { most: 64, lanes: 1, longestWait: Duration.seconds(1) }
const blocked = {
  is: ({ _tag }: Admission) => _tag === 'Locked' || _tag === 'KeyMissing',
  lanes: 4,
  waitMillis: 700,
}

const unreadable = new StorageUnavailable({ kind: 'unfit', reason: blockedReasons.Unreadable })

const earlierIn = rowOf(EarlierRow)

/** The views of the rows, without those retired meanwhile. */
const readable = (
  views: ReadonlyArray<Option.Option<VerificationView> | 'Unreadable'>,
): Effect.Effect<ReadonlyArray<VerificationView>, StorageUnavailable> => {
  const found: Array<VerificationView> = []
  for (const view of views) {
    if (view === 'Unreadable') return Effect.fail(unreadable)
    if (Option.isSome(view)) found.push(view.value)
  }
  return Effect.succeed(found)
}

export const layer = Layer.effect(
  Verifications,
  Effect.gen(function* () {
    const { api: sql, answering } = yield* Database
    const keys = yield* DataKeys
    const { announce } = yield* WorkSignal

    const judge = yield* Batches.make<Judging, Admission>({
      ...batch,
      blocked,
      accountOf: ({ application }) => application.verification.accountId,
      run: Effect.fnUntraced(function* (items, waitMillis) {
        const placed = items.map((item, place) => ({ item, place }))
        const byDay = Map.groupBy(placed, ({ item: { application } }) => dayOf(application.verification))
        const rows = yield* Effect.forEach(byDay, ([day, some]) =>
          Effect.map(
            Effect.all({ applicant: keys.ofDay('applicant', day), record: keys.ofDay('record', day) }),
            (ofDay) => some.map(({ item, place }) => columns(ofDay, item, place)),
          ),
        )
        const given = rows.flat()
        const judged = judgedIn(
          yield* answering(sql`SELECT * FROM admit(${JSON.stringify(given)}::jsonb, ${waitMillis}::integer)`),
        )
        if (judged.some(({ verdict }) => verdict === 'KeyMissing')) yield* keys.forget
        const keyNamed = yield* keys.named(keysNeeded(judged))
        const byPlace = new Map(judged.map((row) => [row.place, row]))
        return items.map((item, place) => {
          const row = byPlace.get(place)
          return row && admissionOf(row, item, keyNamed)
        })
      }),
    })

    const reading = yield* readingTogether

    const earlier = sql.literal(earlierColumns)

    return Verifications.of({
      admit: (application, stage = 'whole') =>
        Effect.tap(judge({ application, stage }), ({ _tag }) =>
          _tag === 'Created' ? announce('resolution') : Effect.void,
        ),
      findReplay: Effect.fnUntraced(function* (accountId, requestId, fingerprint) {
        const rows = yield* answering(sql`
          SELECT ${earlier}, fingerprint, data_key FROM read_verifications(${accountId}, NULL, ${requestId}, NULL, 1) v`)
        const row = Option.getOrNull(earlierIn(rows))
        if (row === null) return Option.none()
        const keyNamed = yield* keys.named(keysOf(row))
        return Option.fromUndefinedOr((yield* readable([ofSameBody(accountId, row, fingerprint, keyNamed)]))[0])
      }),
      read: Effect.fnUntraced(function* (accountId, id) {
        const found = yield* reading.one({ accountId, id })
        return found === 'Unreadable' ? yield* unreadable : found
      }),
      list: (accountId, filter) => Effect.flatMap(reading.list({ accountId, filter }), readable),
    })
  }),
)
