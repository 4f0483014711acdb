import { DateTime, type Duration } from 'effect'
import type { QuotaMonth } from '#domain/account/Quota.ts'
import { givenName } from '#domain/evidence/NameAgreement.ts'
import { begin } from '#domain/verification/Verification.ts'
import type { AdmissionRequest } from '#ports/Verifications.ts'
import type { Accepted } from '#wire/PeticionRules.ts'

/** The parts of an admission request that do not come from the request body. */
interface Circumstances extends Pick<AdmissionRequest, 'principal' | 'fingerprint' | 'trace'> {
  readonly channel: AdmissionRequest['verification']['channel']
  readonly id: string
  readonly consentId: string
  readonly now: DateTime.Utc
  readonly timeBudget: Duration.Duration
  readonly quotaMonth: QuotaMonth
}

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
    // A fragment is never sent, so it is not stored.
    webhookUrl: peticion.webhook_url.replace(/#.*$/s, ''),
    propertyId: peticion.propiedad_id ?? null,
    quotaMonth,
    trace,
  }
}
