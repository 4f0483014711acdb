import { DateTime, Duration } from 'effect'
import { expect, it } from 'vitest'
import { draft } from '#application/Draft.ts'
import { monthOf } from '#domain/account/Quota.ts'
import { start } from '#test/support/verifications.ts'

const account = {
  id: 'sol',
  mode: 'consumo',
  plan: { priceCentavos: 1_00, requestsPerMinute: 60, monthlyQuota: null },
} as const
const consent = {
  otorgado: true,
  otorgado_en: '2026-03-02T15:00:00Z',
  version_aviso: '1',
  evidencia_id: 'ev-1',
} as const

it.each([
  ['https://partner.example.com/avs#token', 'https://partner.example.com/avs'],
  ['https://partner.example.com/avs?a=1#b?c#d', 'https://partner.example.com/avs?a=1'],
  ['https://partner.example.com/avs?a=%23', 'https://partner.example.com/avs?a=%23'],
])('of %s nothing is kept that would not be sent', (given, kept) => {
  const { webhookUrl } = draft(
    {
      peticion: { solicitud_id: 'sol-1', solicitante: { curp: 'LIMP900101HDFRRS03' }, webhook_url: given },
      consent,
      grantedAt: DateTime.subtract(start, { hours: 1 }),
      holdsName: () => false,
    },
    {
      principal: { account, keyId: 'k1' },
      fingerprint: 'f',
      channel: 'api',
      id: 'ver_1',
      consentId: 'con_1',
      now: start,
      timeBudget: Duration.minutes(10),
      quotaMonth: monthOf(start),
      trace: null,
    },
  )
  expect(webhookUrl).toBe(kept)
})
