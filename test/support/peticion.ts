import { DateTime } from 'effect'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'

/** When the requests of these tests come in. */
export const received = DateTime.makeUnsafe('2026-03-02T16:00:00.000Z')

export const solicitante = { curp: sampleCurp('LIMP') }
export const consentimiento = {
  otorgado: true,
  otorgado_en: '2026-03-02T09:30:00-06:00',
  version_aviso: '2026-01',
  evidencia_id: 'ev-0001',
}

/** The body of POST /v1/verificaciones that every check accepts, with these members changed. */
export const peticion = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  solicitud_id: 'sol-0001',
  solicitante,
  consentimiento,
  webhook_url: 'https://partner.example.com/webhooks/avs',
  ...changes,
})
