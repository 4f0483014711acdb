import { DateTime, Duration } from 'effect'
import { expect, it } from 'vitest'
import { draft } from '#application/RequestVerification.ts'
import { monthOf } from '#domain/account/Quota.ts'
import { start } from '#tools/service/verifications.ts'

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

const whole = {
  curp: 'LIMP900101HDFRRS03',
  nombre: 'Pedro',
  apellido_paterno: 'Lira',
  apellido_materno: 'Mora',
}
const circumstances = {
  fingerprint: 'f',
  channel: 'mcp',
  id: 'ver_1',
  consentId: 'con_1',
  now: start,
  timeBudget: Duration.minutes(10),
  quotaMonth: monthOf(start),
  trace: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true },
} as const

it.each([
  ['consumo', 'pi_1', null],
  ['connect', 'pi_1', 'pi_1'],
  ['connect', undefined, null],
] as const)('an application of mode %s with the payment %s keeps all that was sent', (mode, given, paymentIntentId) => {
  const cobro = given === undefined ? {} : { cobro: { modo: 'connect', payment_intent_id: given } as const }
  const peticion = {
    solicitud_id: 'sol-1',
    solicitante: whole,
    webhook_url: 'https://partner.example.com/avs',
    propiedad_id: 'casa-1',
    ...cobro,
  }
  const principal = { account: { ...account, mode }, keyId: 'k1' }
  const grantedAt = DateTime.subtract(start, { hours: 1 })
  const { verification, ...rest } = draft(
    { peticion, consent, grantedAt, holdsName: () => false },
    { ...circumstances, principal },
  )
  expect(verification).toMatchObject({
    id: 'ver_1',
    accountId: 'sol',
    requestId: 'sol-1',
    consent: { id: 'con_1', grantedAt },
    terms: { mode, priceCentavos: 1_00, paymentIntentId },
    channel: 'mcp',
    createdAt: start,
    deadline: DateTime.add(start, { minutes: 10 }),
    state: { _tag: 'en_proceso' },
  })
  expect(rest).toEqual({
    principal,
    fingerprint: 'f',
    consentProof: { noticeVersion: '1', evidenceId: 'ev-1' },
    subject: { curp: 'LIMP900101HDFRRS03', nombre: 'Pedro', apellidoPaterno: 'Lira', apellidoMaterno: 'Mora' },
    webhookUrl: 'https://partner.example.com/avs',
    propertyId: 'casa-1',
    quotaMonth: circumstances.quotaMonth,
    trace: circumstances.trace,
  })
})

it.each<Partial<typeof whole>>([
  {},
  { nombre: ' ', apellido_paterno: '.', apellido_materno: '12' },
  { nombre: '\u3164', apellido_paterno: '\uffa0', apellido_materno: '\u115f' },
  { nombre: '🎉', apellido_paterno: '´' },
])('what was not sent, or is a name without a letter, is null: %j', (names) => {
  const solicitante = { curp: whole.curp, ...names }
  const peticion = { solicitud_id: 'sol-1', solicitante, webhook_url: 'https://a.example.com' }
  const { subject, propertyId } = draft(
    { peticion, consent, grantedAt: start, holdsName: () => false },
    { ...circumstances, principal: { account, keyId: 'k1' } },
  )
  const nameless = { nombre: null, apellidoPaterno: null, apellidoMaterno: null }
  expect([subject, propertyId]).toEqual([{ curp: whole.curp, ...nameless }, null])
})
