import { Context, DateTime, type Duration, Effect, Layer, Option, Result } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import type { Admission } from '#domain/account/Admission.ts'
import { includes, monthOf, type QuotaMonth } from '#domain/account/Quota.ts'
import type { RateLeft } from '#domain/account/RateLimit.ts'
import { normalized } from '#domain/delivery/WebhookUrl.ts'
import { containsCurp } from '#domain/person/Curp.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import { begin, inProgressView, type Verification, type VerificationView } from '#domain/verification/Verification.ts'
import { Identifiers } from '#ports/Identifiers.ts'
import { Secrets } from '#ports/Secrets.ts'
import { blockedReasons, StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import { type AdmissionRequest, Verifications } from '#ports/Verifications.ts'
import { rateHeaders, replayHeader } from '#wire/AdditionalHeaders.ts'
import { documentOf, rendered } from '#wire/EncodeDocument.ts'
import { type Accepted, judgeContent, judgeForm } from '#wire/PeticionRules.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { addHeaders, type Failure } from './CurrentRequest.ts'
import { ServiceContext } from './ServiceContext.ts'
import { singleFlight } from './SingleFlight.ts'
import { about, traceToKeep } from './VerificationTrace.ts'
import { verifyPayment } from './VerifyPayment.ts'

type Decoded =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<Decoded>
  | { readonly [name: string]: Decoded | undefined }

/**
 * The canonical text of a decoded body. Two bodies are the same if and only if their canonical texts are equal. The
 * order of members does not matter, and an absent member equals null (contract 4.26).
 */
export const canonical = (value: Decoded): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.entries(value)
    .filter((member): member is [string, Decoded] => member[1] !== undefined && member[1] !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** The parts of an admission request that do not come from the request body. */
interface Circumstances extends Pick<AdmissionRequest, 'principal' | 'fingerprint' | 'trace'> {
  readonly channel: AdmissionRequest['verification']['channel']
  readonly id: string
  readonly consentId: string
  readonly now: DateTime.Utc
  readonly timeBudget: Duration.Duration
  readonly quotaMonth: QuotaMonth
}

/** A part of a name; null if it is absent or has no letter. */
const givenName = (part: string | null | undefined): string | null =>
  /[\p{L}--\p{Default_Ignorable_Code_Point}]/v.test((part ?? '').normalize('NFKD')) ? (part ?? null) : null

/** The admission request for an accepted request. It fixes the terms. */
export const draft = ({ peticion, consent, grantedAt }: Accepted, circumstances: Circumstances): AdmissionRequest => {
  const { principal, fingerprint, channel, id, consentId, now, timeBudget, quotaMonth, trace } = circumstances
  const { solicitante, cobro } = peticion
  const { id: accountId, mode, plan } = principal.account
  return {
    principal,
    verification: {
      id,
      accountId,
      requestId: peticion.solicitud_id,
      consent: {
        id: consentId,
        grantedAt,
      },
      terms: {
        mode,
        priceCentavos: plan.priceCentavos,
        paymentIntentId: mode === 'connect' ? (cobro?.payment_intent_id ?? null) : null,
      },
      channel,
      createdAt: now,
      deadline: DateTime.addDuration(now, timeBudget),
      state: begin(now),
    },
    fingerprint,
    consentProof: { noticeVersion: consent.version_aviso, evidenceId: consent.evidencia_id },
    subject: {
      curp: solicitante.curp,
      nombre: givenName(solicitante.nombre),
      apellidoPaterno: givenName(solicitante.apellido_paterno),
      apellidoMaterno: givenName(solicitante.apellido_materno),
    },
    webhookUrl: normalized(peticion.webhook_url),
    propertyId: peticion.propiedad_id ?? null,
    quotaMonth,
    trace,
  }
}

const paymentField = 'cobro.payment_intent_id'

export interface IncomingRequest {
  readonly principal: Principal
  readonly channel: Verification['channel']
  /** Null if the bytes are not text: then it cannot be a `solicitud_id`. */
  readonly idempotencyKey: string | null
  readonly body: Record<string, unknown>
  readonly trace: Trace | null
}

const admitting = Effect.gen(function* () {
  const verifications = yield* Verifications
  const paid = yield* verifyPayment

  /** In mode `connect`, the processor is asked after the rate check and before the insert, never on a replay. */
  const admitPaid = Effect.fnUntraced(function* (application: AdmissionRequest) {
    const { paymentIntentId } = application.verification.terms
    const prechecked = yield* verifications.admit(application, 'precheck')
    if (prechecked._tag !== 'Prechecked') return prechecked
    if (paymentIntentId === null) return yield* reject('sin_pago', { field: paymentField })
    yield* Effect.catchTag(paid(application, paymentIntentId), 'PaymentNotVerified', ({ reason }) =>
      Effect.fail(reject(reason, { field: paymentField })),
    )
    const admission = yield* verifications.admit(application, 'prechecked')
    return admission._tag === 'Created' ? { ...admission, rate: prechecked.rate } : admission
  })

  const alone = singleFlight<{ readonly first: Verification; readonly admission: Admission }, Failure>()

  /**
   * The same request may arrive again while the processor is asked. It then joins the first one and consumes no rate. A
   * different request with the same key waits until the first one has ended.
   */
  const admit = Effect.fnUntraced(function* (application: AdmissionRequest) {
    const { verification, fingerprint } = application
    if (verification.terms.mode === 'consumo') return yield* verifications.admit(application)
    const name = JSON.stringify([verification.accountId, verification.requestId])
    const admitting = Effect.map(admitPaid(application), (admission) => ({ first: verification, admission }))
    const [{ first, admission }, joined] = yield* alone(name, fingerprint, admitting)
    return joined && admission._tag === 'Created'
      ? { _tag: 'Replayed' as const, view: inProgressView(first) }
      : admission
  })

  return admit
})

/** Steps 7 to 18 of the order of judgement, and the creation of the verification. */
export class RequestVerification extends Context.Service<
  RequestVerification,
  {
    readonly request: (incoming: IncomingRequest) => Effect.Effect<Uint8Array, Failure>
  }
>()('cotejo/application/RequestVerification') {
  static readonly layer = Layer.effect(
    RequestVerification,
    Effect.gen(function* () {
      const verifications = yield* Verifications
      const admit = yield* admitting
      const identifiers = yield* Identifiers
      const secrets = yield* Secrets
      const time = yield* Time
      const service = yield* ServiceContext
      let quotaMonth: QuotaMonth | null = null

      const shown = Result.fromOption(() => reject('no_paso_el_control'))
      const replayed = (view: VerificationView) =>
        Effect.tap(Effect.fromResult(shown(documentOf(view, service))), () => addHeaders({ [replayHeader]: 'true' }))

      /** A request that steps 13 to 15 refuse may be a replay of one that was accepted before. */
      const replay = Effect.fnUntraced(function* (
        accountId: string,
        requestId: string,
        fingerprint: string,
        refusal: Rejection,
      ) {
        // No accepted request has a CURP there, and the database must not see it.
        if (containsCurp(requestId)) return yield* refusal
        const earlier = yield* verifications.findReplay(accountId, requestId, fingerprint)
        if (Option.isNone(earlier)) return yield* refusal
        return yield* replayed(earlier.value)
      })

      const draftFor = Effect.fnUntraced(function* (
        incoming: IncomingRequest,
        accepted: Accepted,
        fingerprint: string,
      ) {
        const now = yield* time.now
        if (quotaMonth === null || !includes(quotaMonth, now)) quotaMonth = monthOf(now)
        return draft(accepted, {
          principal: incoming.principal,
          channel: incoming.channel,
          fingerprint,
          id: yield* identifiers.next('ver'),
          consentId: yield* identifiers.next('con'),
          now,
          timeBudget: service.timeBudget,
          quotaMonth,
          trace: yield* traceToKeep(incoming.trace),
        })
      })

      const request = Effect.fnUntraced(function* (incoming: IncomingRequest) {
        const latest = DateTime.max(yield* time.now, yield* DateTime.now)
        const accepted = yield* Effect.fromResult(judgeForm(incoming.body, incoming.idempotencyKey, latest))
        const fingerprint = secrets.fingerprint(canonical(accepted.peticion))
        const content = judgeContent(accepted, service.deniedReceivers)
        if (Result.isFailure(content)) {
          const { solicitud_id: requestId } = accepted.peticion
          return yield* replay(incoming.principal.account.id, requestId, fingerprint, content.failure)
        }
        const application = yield* draftFor(incoming, accepted, fingerprint)

        // The output control judges the answer before anything is created.
        const document = yield* Effect.fromResult(
          shown(rendered(application.verification, service, accepted.holdsName)),
        )
        const admission = yield* admit(application)
        const left = leftAfter(admission)
        if (left !== null) yield* addHeaders(rateHeaders(incoming.principal.account.plan.requestsPerMinute, left))
        switch (admission._tag) {
          case 'Created':
            yield* logCreated(application.verification)
            return document
          case 'Replayed':
            return yield* replayed(admission.view)
          default:
            return yield* refusal(admission)
        }
      })

      return RequestVerification.of({ request })
    }),
  )
}

const logCreated = ({ id, accountId, channel }: Verification) => {
  const facts = { verificacion_id: id, account: accountId }
  const logged = about(facts)(Effect.logInfo('verification created', { verificacion_id: id, channel }))
  return Effect.andThen(Effect.annotateCurrentSpan(facts), logged)
}

/** What the key has left of its requests per minute; null if the admission did not count them. */
const leftAfter = (admission: Admission): RateLeft | null => {
  if (admission._tag === 'Created') return admission.rate
  return admission._tag === 'RateExceeded' ? { requests: 0, seconds: admission.retryAfterSeconds } : null
}

/** The failure of an admission that has no verification to return. */
const refusal = (
  admission: Exclude<Admission, { readonly _tag: 'Created' | 'Replayed' }>,
): Effect.Effect<never, Failure> => {
  switch (admission._tag) {
    case 'Conflict':
      return Effect.fail(reject('otro_cuerpo'))
    case 'AccountClosed':
      return Effect.fail(reject('cuenta_suspendida'))
    case 'BalanceInsufficient':
      return Effect.fail(reject('saldo_insuficiente'))
    case 'PaymentTaken':
      return Effect.fail(reject('pago_tomado', { field: paymentField }))
    case 'RateExceeded':
    case 'QuotaExceeded': {
      const { retryAfterSeconds } = admission
      const rule = admission._tag === 'RateExceeded' ? 'limite_por_minuto' : 'cuota_mensual'
      return Effect.fail(reject(rule, { retryAfterSeconds }))
    }
    case 'Locked':
    case 'KeyMissing':
    case 'Unreadable':
      return Effect.fail(new StorageUnavailable({ reason: blockedReasons[admission._tag] }))
    case 'Prechecked':
      return Effect.die(new Error('an admission ended as a precheck'))
  }
}
