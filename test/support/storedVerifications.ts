import { DateTime, Result } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { monthOf } from '#domain/account/Quota.ts'
import type { HostRoom } from '#domain/helpers/FairShares.ts'
import { recommend } from '#domain/recommendation/Engine.ts'
import { begin, type Final } from '#domain/verification/Verification.ts'
import type { Ending } from '#ports/Resolutions.ts'
import type { AdmissionRequest } from '#ports/Verifications.ts'
import { allInOrder } from '#tools/service/arbitraryEvidence.ts'

/** Room for all that a test has. */
export const plenty: HostRoom = { most: 1_000, perAccount: 1_000, perHost: 1_000 }

/** When the verifications of the storage tests begin. */
export const noon = DateTime.makeUnsafe('2026-03-10T18:00:00.000Z')
export const later = (seconds: number) => DateTime.add(noon, { seconds })

let names = 0

/** A name that no other test of this process has. */
export const unique = (kind: string): string => {
  names += 1
  return `${kind}${names}`
}

/** A valid application of this account, due at once. */
export const applicationOf = (
  principal: Principal,
  changes: Partial<AdmissionRequest['verification']> = {},
): AdmissionRequest => ({
  principal,
  verification: {
    id: unique('ver_'),
    accountId: principal.account.id,
    requestId: unique('sol-'),
    consent: { id: unique('con_'), grantedAt: noon },
    terms: {
      mode: principal.account.mode,
      priceCentavos: principal.account.plan.priceCentavos,
      paymentIntentId: principal.account.mode === 'connect' ? unique('pi_') : null,
    },
    channel: 'api',
    createdAt: noon,
    deadline: later(600),
    state: begin(noon),
    ...changes,
  },
  fingerprint: 'huella',
  consentProof: { noticeVersion: '2026-01', evidenceId: 'ev-1' },
  subject: { curp: 'LIMP900101HDFRRS03', nombre: 'Ñandú', apellidoPaterno: null, apellidoMaterno: null },
  webhookUrl: 'https://partner.example.com/webhooks/avs',
  propertyId: null,
  quotaMonth: monthOf(noon),
  trace: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: false },
})

const coverage = { consulted: 3, attempted: 3, detail: [{ source: 'identidad', status: 'consultada' }] } as const

/** The end that is charged. */
export const emitted: Ending = {
  state: Result.match(recommend(allInOrder), {
    onFailure: (reason): Final => ({ _tag: 'no_concluyente', reason, coverage, resolvedAt: later(120) }),
    onSuccess: (recommendation): Final => ({
      _tag: 'emitida',
      recommendation,
      coverage,
      engineVersion: '1.0.0',
      listBasis: null,
      clearedLawsuits: 0,
      resolvedAt: later(120),
    }),
  }),
  document: new TextEncoder().encode('{"estado":"emitida"}'),
  eventId: 'evt_1',
}

/** The end that is not. */
export const inconclusive: Ending = {
  state: { _tag: 'no_concluyente', reason: 'curp_inexistente', coverage, resolvedAt: later(60) },
  document: new TextEncoder().encode('{"estado":"no_concluyente"}'),
  eventId: 'evt_2',
}
