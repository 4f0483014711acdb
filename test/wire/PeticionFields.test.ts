import { Result } from 'effect'
import { expect, it } from 'vitest'
import { consentimiento, peticion, received, solicitante } from '#test/support/peticion.ts'
import { judgeContent, judgeForm } from '#wire/PeticionRules.ts'

const refusalOf = (body: Record<string, unknown>, key = 'sol-0001') => {
  const judged = Result.flatMap(judgeForm(body, key, received), (accepted) => judgeContent(accepted))
  return Result.match(judged, { onSuccess: () => null, onFailure: ({ rule, field }) => [rule, field] })
}
const consent = (changes: Record<string, unknown>) => ({ consentimiento: { ...consentimiento, ...changes } })
const person = (changes: Record<string, unknown>) => ({ solicitante: { ...solicitante, ...changes } })
const url = 'https://partner.example.com'

it('the body that every check accepts has no refusal', () => {
  expect(refusalOf(peticion())).toBeNull()
})

it.each([
  [{ extra: 1 }, 'campo_no_declarado', undefined],
  [person({ extra: 1 }), 'campo_no_declarado', 'solicitante'],
  [consent({ extra: 1 }), 'campo_no_declarado', 'consentimiento'],
  [{ cobro: { extra: 1 } }, 'campo_no_declarado', 'cobro'],
  [{ documento: { extra: 1 } }, 'campo_no_declarado', 'documento'],
  [{ documento: {} }, 'documento_reservado', 'documento'],
  [{ consentimiento: undefined }, 'sin_consentimiento', 'consentimiento'],
  [{ consentimiento: [] }, 'sin_consentimiento', 'consentimiento'],
  [consent({ otorgado: false }), 'sin_consentimiento', 'consentimiento.otorgado'],
  [{ solicitud_id: undefined }, 'tipo_incorrecto', 'solicitud_id'],
  [{ solicitud_id: 3 }, 'tipo_incorrecto', 'solicitud_id'],
  [{ solicitud_id: '' }, 'texto_fuera_de_forma', 'solicitud_id'],
  [{ solicitante: {} }, 'campo_ausente', 'solicitante.curp'],
  [person({ curp: null }), 'tipo_incorrecto', 'solicitante.curp'],
  [person({ nombre: 'x'.repeat(10_000) }), 'texto_fuera_de_forma', 'solicitante.nombre'],
  [person({ nombre: 3 }), 'tipo_incorrecto', 'solicitante.nombre'],
  [consent({ evidencia_id: 7 }), 'tipo_incorrecto', 'consentimiento.evidencia_id'],
  [consent({ otorgado_en: '2026-03-02' }), 'instante_invalido', 'consentimiento.otorgado_en'],
  [consent({ otorgado_en: '2026-03-03T00:00:00Z' }), 'instante_futuro', 'consentimiento.otorgado_en'],
  [person({ curp: 'LIMP900101' }), 'curp_sin_forma', 'solicitante.curp'],
  [person({ curp: 'ZUOE350305MVZXLLA0' }), 'curp_por_nacer', 'solicitante.curp'],
  [{ solicitud_id: 'sol-0002' }, 'idempotency_key_distinta', 'Idempotency-Key'],
  [{ webhook_url: 'http://partner.example.com' }, 'url_no_publica', 'webhook_url'],
  [{ webhook_url: `${url}/?token=abc` }, 'url_con_secreto', 'webhook_url'],
  [{ webhook_url: `${url}/#token=abc` }, 'url_con_secreto', 'webhook_url'],
  [{ webhook_url: `${url}/${solicitante.curp}` }, 'lleva_curp', 'webhook_url'],
  [{ webhook_url: `${url}/#${solicitante.curp}` }, 'lleva_curp', 'webhook_url'],
  [{ webhook_url: `https://${solicitante.curp}.example.com/` }, 'lleva_curp', 'webhook_url'],
  [{ propiedad_id: solicitante.curp }, 'lleva_curp', 'propiedad_id'],
  [consent({ version_aviso: solicitante.curp }), 'lleva_curp', 'consentimiento.version_aviso'],
  [consent({ evidencia_id: solicitante.curp }), 'lleva_curp', 'consentimiento.evidencia_id'],
  [{ propiedad_id: 'moroso-1' }, 'palabra_no_permitida', 'propiedad_id'],
  [{ webhook_url: `${url}/moroso` }, 'palabra_no_permitida', 'webhook_url'],
  [{ webhook_url: `${url}/#moroso` }, 'palabra_no_permitida', 'webhook_url'],
  [{ webhook_url: 'https://moroso.example.com/' }, 'palabra_no_permitida', 'webhook_url'],
])('a body with %j breaks %s in %s', (changes, rule, field) => {
  expect(refusalOf(peticion(changes))).toEqual([rule, field])
})

it('what only a new request must satisfy gets what the form found', () => {
  const names = { nombre: 'Eulalia', apellido_paterno: 'Zúñiga', apellido_materno: null }
  const accepted = Result.getOrThrow(judgeForm(peticion(person(names)), 'sol-0001', received))
  expect(accepted.consent).toEqual(consentimiento)
  expect(accepted.grantedAt).toMatchObject({ epochMilliseconds: Date.parse('2026-03-02T15:30:00Z') })
})
