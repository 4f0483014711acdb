/**
 * Values that the examples of the OpenAPI document share. The CURP is from the sandbox: its check digit is wrong, so it
 * belongs to no person.
 */
export const solicitudId = '3f0e8f5e-6d0c-4c58-9a55-0f4f4a4c2d1b'
export const verificacionId = 'ver_5Kd0Wq8ZrY3uJtE6nXhG1b'
export const consentimientoId = 'con_7pQ2vX9kTzL4mB1wRcN8sd'
export const eventId = 'evt_2Hs8Yb4MfQ7cVxK0pZtD3r'
export const curp = 'LIMP900101HDFRRS03'
export const webhookUrl = 'https://socio.example.com/webhooks/verificaciones'
export const paymentIntentId = 'pi_3SandboxPayment0001'
export const propiedadId = 'inmueble-0042'

/** Without `ip`, which is not needed. */
export const consentimiento = {
  otorgado: true,
  otorgado_en: '2026-01-15T10:30:00-06:00',
  version_aviso: '2026-01',
  evidencia_id: 'ev-0001',
} as const

export const nombre = { nombre: 'Nombre Ficticio', apellido_paterno: 'Apellido', apellido_materno: 'Segundo' } as const
