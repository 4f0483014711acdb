import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
import { make } from '#domain/account/ApiKey.ts'
import { peticion, received, solicitante } from '#test/support/peticion.ts'
import { judgeContent, judgeForm } from '#wire/PeticionRules.ts'

/** `aceptada`, or the code of the refusal, for a body whose form is right. */
const judge = (changes: Record<string, unknown>) => {
  const body = peticion(changes)
  const accepted = judgeForm(body, String(body['solicitud_id']), received)
  return Result.match(Result.flatMap(accepted, judgeContent), {
    onSuccess: () => 'aceptada',
    onFailure: ({ codigo }) => codigo,
  })
}

/** The same text in each of the places that steps 14 and 15 look at. */
const places = (text: string): ReadonlyArray<Record<string, unknown>> => [
  { solicitud_id: text },
  { propiedad_id: text },
  { webhook_url: `https://a.example.com/hooks/${text}` },
  { webhook_url: `https://a.example.com/hooks?ref=${text}` },
]

const everywhere = (text: string, more: Record<string, unknown> = {}) => [
  ...new Set(places(text).map((place) => judge({ ...more, ...place }))),
]

describe('step 13: webhook_url', () => {
  it.each([
    'http://a.example.com/hook',
    'https://localhost/hook',
    'https://intranet/hook',
    'https://127.0.0.1/hook',
    'https://10.0.0.1/hook',
    'https://[::1]/hook',
    'https://a.internal/hook',
    'https://user:pass@a.example.com/hook',
    'https://a.example.com\\hook',
    'https://a.example.com/ho ok',
    'ftp://a.example.com/hook',
    'hook',
  ])('is refused as %s [peticion_invalida]', (webhook_url) => {
    expect(judge({ webhook_url })).toBe('peticion_invalida')
  })

  it.each([
    'https://a.example.com',
    'https://a.example.com:8443/avs?x=1',
    'HTTPS://A.EXAMPLE.COM/hook',
    'https://8.8.8.8/h',
  ])('may be %s', (webhook_url) => {
    expect(judge({ webhook_url })).toBe('aceptada')
  })
})

describe('step 14: an identifier that tells of the person', () => {
  it.each(['solicitante-embarazada', 'madre-soltera-3', solicitante.curp, 'ref-GOMC900101AB1', 'cliente_desempleado'])(
    'is refused as %s, wherever it stands [peticion_invalida]',
    (text) => {
      expect(everywhere(text)).toEqual(['peticion_invalida'])
    },
  )

  it("is refused when it holds one of this request's names [peticion_invalida]", () => {
    const named = {
      solicitante: { ...solicitante, nombre: 'Eulalia', apellido_paterno: 'Zúñiga', apellido_materno: null },
    }
    expect(everywhere('expediente-eulalia', named)).toEqual(['peticion_invalida'])
    expect(everywhere('zuniga-12', named)).toEqual(['peticion_invalida'])
    expect(everywhere('expediente-eulalia')).toEqual(['aceptada'])
    const maternal = { solicitante: { ...solicitante, apellido_materno: 'Zúñiga' } }
    expect(everywhere('zuniga-12', maternal)).toEqual(['peticion_invalida'])
  })

  it('is refused when it holds a partner key [peticion_invalida]', () => {
    expect(everywhere(make('sandbox', 12_345n ** 17n))).toEqual(['peticion_invalida'])
    expect(everywhere(make('production', 54_321n ** 17n))).toEqual(['peticion_invalida'])
  })

  it('may stand in the host name, which is of the partner', () => {
    expect(judge({ webhook_url: 'https://embarazada.example.com/avs' })).toBe('aceptada')
    expect(judge({ webhook_url: 'https://moroso.example.com/avs' })).toBe('aceptada')
  })

  it.each(['sol-0001', 'a3f1c2d4-58b7-4c1e-9f00-3d5a7b9c1e2f', 'prop_000123', '01HZX3V7Q8R9'])('may be %s', (text) => {
    expect(everywhere(text)).toEqual(['aceptada'])
  })
})

describe('step 15: a word that the channel does not emit', () => {
  it.each(['cliente-moroso', 'rechazado-7', 'score-alto'])(
    'is refused as %s, wherever it stands [vocabulario_no_permitido]',
    (text) => {
      expect(everywhere(text)).toEqual(['vocabulario_no_permitido'])
    },
  )

  it('is looked for only when steps 13 and 14 pass [peticion_invalida]', () => {
    expect(judge({ solicitud_id: 'moroso-1', webhook_url: 'http://a.example.com' })).toBe('peticion_invalida')
    expect(judge({ solicitud_id: 'moroso-1', propiedad_id: 'embarazada-1' })).toBe('peticion_invalida')
    expect(judge({ solicitud_id: 'moroso-1' })).toBe('vocabulario_no_permitido')
  })
})
