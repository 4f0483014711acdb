import { sampleCurp } from './SampleCurp.ts'

/** A body that every check accepts, for examples, tests and measurements. */
export const sampleRequest = (solicitud_id: string, prefix = 'LIMP') => ({
  solicitud_id,
  solicitante: { curp: sampleCurp(prefix) },
  consentimiento: {
    otorgado: true,
    otorgado_en: '2026-01-15T10:30:00-06:00',
    version_aviso: '2026-01',
    evidencia_id: 'ev-0001',
  },
  webhook_url: 'https://partner.example.com/webhooks/avs',
})
