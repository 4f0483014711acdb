import { DateTime, Effect, Layer, Option } from 'effect'
import { Secrets } from '#ports/Secrets.ts'
import { type Admission, type Application, Verifications } from '#ports/Verifications.ts'
import * as Batches from './connection/Batches.ts'
import { Database } from './connection/Database.ts'
import { WorkSignal } from './connection/WorkSignal.ts'
import { isRetired, readRow, sealContext, sealedText } from './rows/Rows.ts'

/** Admissions that share a round trip, and round trips under way at once. */
const batch = { most: 64, lanes: 4 }

interface Judging {
  readonly application: Application
  readonly judgesRate: boolean
  readonly creates: boolean
}

interface Judged {
  readonly place: number
  readonly verdict: string
  readonly retry_after: number | null
  readonly stored: unknown
}

/** The columns of one application, as the function `admit` reads them. */
const columns = (secrets: Secrets['Service'], { application, judgesRate, creates }: Judging, place: number) => {
  const { principal, verification, quotaMonth, subject } = application
  const { id, accountId, consent, terms, state } = verification
  const sealed = secrets.seal(sealedText(subject, state), sealContext(accountId, id))
  return {
    place,
    account_id: accountId,
    key_id: principal.keyId,
    verification_id: id,
    request_id: verification.requestId,
    fingerprint: application.fingerprint,
    consent_id: consent.id,
    consent_granted_at: DateTime.formatIso(consent.grantedAt),
    consent_notice_version: consent.noticeVersion,
    consent_evidence_id: consent.evidenceId,
    mode: terms.mode,
    price_centavos: terms.priceCentavos,
    payment_intent_id: terms.paymentIntentId,
    channel: verification.channel,
    webhook_url: application.webhookUrl,
    property_id: application.propertyId,
    created_at: DateTime.formatIso(verification.createdAt),
    deadline: DateTime.formatIso(verification.deadline),
    sealing_key_id: sealed.keyId,
    sealed: Buffer.from(sealed.bytes).toString('base64'),
    requests_per_minute: principal.account.plan.requestsPerMinute,
    monthly_quota: principal.account.plan.monthlyQuota,
    quota_month: quotaMonth.name,
    quota_ends_at: DateTime.formatIso(quotaMonth.endsAt),
    judge_rate: judgesRate,
    create_it: creates,
  }
}

/** What a verdict of `admit` means; none for `Screened`. */
const admissionOf = (judged: Judged, { application: { verification } }: Judging): Option.Option<Admission> => {
  const retryAfterSeconds = judged.retry_after ?? 1
  switch (judged.verdict) {
    case 'Created':
      return Option.some({ _tag: judged.verdict, verification })
    case 'Replayed':
      // Of a retired verification nothing is left to show, and its `solicitud_id` stays used.
      return isRetired(judged.stored)
        ? Option.some({ _tag: 'Conflict' })
        : Option.some({ _tag: judged.verdict, verification: readRow(judged.stored).verification })
    case 'RateExceeded':
    case 'QuotaExceeded':
      return Option.some({ _tag: judged.verdict, retryAfterSeconds })
    case 'AccountClosed':
    case 'Conflict':
    case 'BalanceInsufficient':
    case 'PaymentTaken':
      return Option.some({ _tag: judged.verdict })
    default:
      return Option.none()
  }
}

export const layer = Layer.effect(
  Verifications,
  Effect.gen(function* () {
    const { api: sql, answering } = yield* Database
    const secrets = yield* Secrets
    const { announce } = yield* WorkSignal

    const judge = yield* Batches.make({
      ...batch,
      run: Effect.fnUntraced(function* (items: ReadonlyArray<Judging>) {
        const json = JSON.stringify(items.map((item, place) => columns(secrets, item, place)))
        const rows = yield* answering(sql<Judged>`SELECT * FROM admit(${json}::jsonb)`)
        const byPlace = new Map(rows.map((row) => [row.place, row]))
        return items.flatMap((item, place) => {
          const judged = byPlace.get(place)
          return judged === undefined ? [] : [admissionOf(judged, item)]
        })
      }),
    })

    // Spelled out: a statement that takes the state as a parameter is planned for any, and then no index of
    // one state serves it.
    const inState = {
      en_proceso: sql`state = 'en_proceso'`,
      emitida: sql`state = 'emitida'`,
      no_concluyente: sql`state = 'no_concluyente'`,
    }

    const one = (rows: ReadonlyArray<{ readonly row: unknown }>) =>
      Option.map(Option.fromUndefinedOr(rows[0]), ({ row }) => readRow(row))

    return Verifications.of({
      admit: Effect.fnUntraced(function* (application, screened) {
        const admission = yield* judge({ application, judgesRate: !screened, creates: true })
        if (Option.isNone(admission)) return yield* Effect.die(new Error('an admission was expected'))
        if (admission.value._tag === 'Created') yield* announce('resolution')
        return admission.value
      }),
      screen: (application) => judge({ application, judgesRate: true, creates: false }),
      recall: (accountId, requestId) =>
        Effect.map(
          answering(sql<{ row: unknown }>`
            SELECT to_jsonb(v) AS row FROM verifications v
             WHERE account_id = ${accountId} AND request_id = ${requestId} AND retired_at IS NULL`),
          one,
        ),
      read: (accountId, id) =>
        answering(sql<{ row: unknown }>`
          SELECT to_jsonb(v) AS row FROM verifications v
           WHERE account_id = ${accountId} AND verification_id = ${id} AND retired_at IS NULL`).pipe(
          Effect.map(one),
          Effect.map(Option.map(({ verification }) => verification)),
        ),
      list: (accountId, { requestId, state, limit }) =>
        answering(sql<{ row: unknown }>`
          SELECT to_jsonb(v) AS row FROM verifications v
           WHERE ${sql.and([
             sql`account_id = ${accountId} AND retired_at IS NULL`,
             ...(requestId === null ? [] : [sql`request_id = ${requestId}`]),
             ...(state === null ? [] : [inState[state]]),
           ])}
           ORDER BY created_at DESC, sequence DESC LIMIT ${limit}`).pipe(
          Effect.map((rows) => rows.map(({ row }) => readRow(row).verification)),
        ),
    })
  }),
)
