import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
import { make } from '#domain/account/ApiKey.ts'
import { consentimiento, peticion, received, solicitante } from '#test/support/peticion.ts'
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
    'https://10.0.0.1/hook',
    'https://a.example.com:5432/hook',
    'https://user:pass@a.example.com/hook',
    'https://a.example.com/hook?token=abc',
    'https://a.example.com/hook#access_token=abc',
    'https://a.example.com/hook/sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    `https://a.example.com/hook?x=${make('sandbox', 12_345n ** 17n)}`,
  ])('is refused as %s [peticion_invalida]', (webhook_url) => {
    expect(judge({ webhook_url })).toBe('peticion_invalida')
  })

  it.each(['https://a.example.com', 'HTTPS://8.8.8.8:8443/avs?x=1', 'https://a.example.com/h?sig=1&postal_code=44100'])(
    'may be %s',
    (webhook_url) => {
      expect(judge({ webhook_url })).toBe('aceptada')
    },
  )
})

describe('step 14: an identifier that tells of the person', () => {
  it.each([
    'solicitante-embarazada',
    solicitante.curp,
    `${solicitante.curp.slice(0, 10)}AB1`,
    'juan.perez%40example.com',
    'pasaporte-G123',
    'tel-5512345678',
    'rfc-VECJ880326XXX',
    make('production', 54_321n ** 17n),
  ])('is refused as %s, wherever it stands [peticion_invalida]', (text) => {
    expect(everywhere(text)).toEqual(['peticion_invalida'])
  })

  it("is refused when it holds two of this request's names, and passes with one [peticion_invalida]", () => {
    const named = {
      solicitante: { ...solicitante, nombre: 'Eulalia', apellido_paterno: 'Zúñiga', apellido_materno: null },
    }
    expect(everywhere('expediente-eulalia-zuniga', named)).toEqual(['peticion_invalida'])
    expect(everywhere('expediente-eulalia', named)).toEqual(['aceptada'])
    expect(everywhere('zuniga-12', named)).toEqual(['aceptada'])
    expect(everywhere('expediente-eulalia-zuniga')).toEqual(['aceptada'])
    const maternal = { solicitante: { ...solicitante, nombre: 'Eulalia', apellido_materno: 'Zúñiga' } }
    expect(everywhere('zuniga-eulalia-12', maternal)).toEqual(['peticion_invalida'])
    expect(judge({ ...named, webhook_url: 'https://a.example.com/eulalia/avs?de=zuniga' })).toBe('peticion_invalida')
    expect(judge({ ...named, solicitud_id: 'eulalia-1', propiedad_id: 'zuniga-2' })).toBe('aceptada')
    expect(judge({ ...named, webhook_url: 'https://eulalia-zuniga.example.com/avs' })).toBe('aceptada')
  })

  it('may describe in the host name, which is of the partner', () => {
    expect(judge({ webhook_url: 'https://embarazada.example.com/avs' })).toBe('aceptada')
  })

  it.each([
    'sol-0001',
    'a3f1c2d4-58b7-4c1e-9f00-3d5a7b9c1e2f',
    'prop_000123',
    '01HZX3V7Q8R9',
    'SOLI240115001',
    'CASA260101002',
    'GOMC900101AB1',
  ])('may be %s', (text) => {
    expect(everywhere(text)).toEqual(['aceptada'])
  })

  const curp = solicitante.curp
  const spellings = [curp, curp.toLowerCase(), `x-${curp}-y`, curp.slice(0, 10), 'GOMC800101HDFLRR09']
  it.each(spellings)('is not in the texts of the consent nor in the host: %s [peticion_invalida]', (text) => {
    expect(judge({ consentimiento: { ...consentimiento, version_aviso: text } })).toBe('peticion_invalida')
    expect(judge({ consentimiento: { ...consentimiento, evidencia_id: text } })).toBe('peticion_invalida')
    expect(judge({ webhook_url: `https://${text}.example.com/avs` })).toBe('peticion_invalida')
    expect(judge({ webhook_url: `https://a.example.com/avs#${text}` })).toBe('peticion_invalida')
  })

  it.each([
    ['of several labels', (text: string) => `${text.slice(0, 4)}.${text.slice(4, 10)}.${text.slice(10)}.example.com`],
    ['in escapes', (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}.example.com`],
    ['in full width', (text: string) => `${text.slice(0, -1)}０.example.com`],
  ])('is not in the host %s [peticion_invalida]', (_, hostOf) => {
    const host = hostOf('LIMP900101HDFRRN00')
    expect(judge({ webhook_url: `https://${host}/avs` })).toBe('peticion_invalida')
  })

  it('leaves the other texts of the consent to the partner', () => {
    const others = { version_aviso: 'aviso-moroso', evidencia_id: 'juan.perez@example.com' }
    expect(judge({ consentimiento: { ...consentimiento, ...others } })).toBe('aceptada')
  })
})

describe('step 15: a word that the channel does not emit', () => {
  it.each(['cliente-moroso', 'inquilino-rechazado-7', 'ine-falsa'])(
    'is refused as %s, wherever it stands [vocabulario_no_permitido]',
    (text) => {
      expect(everywhere(text)).toEqual(['vocabulario_no_permitido'])
      expect(judge({ webhook_url: `https://a.example.com/avs#${text}` })).toBe('vocabulario_no_permitido')
    },
  )

  it.each(['Moroso.example.com', 'cliente-moroso.example.com', 'm%6Froso.example.com', 'ｍoroso.example.com'])(
    'is not in the host, however it is written: %s [vocabulario_no_permitido]',
    (host) => {
      expect(judge({ webhook_url: `https://${host}/avs` })).toBe('vocabulario_no_permitido')
      const { hostname } = new URL(`https://${host}/`)
      expect(judge({ webhook_url: `https://${hostname}/avs` })).toBe('vocabulario_no_permitido')
    },
  )

  it.each(['rentasinriesgo', 'apto', 'solvente', 'rechazado-7', 'score-alto'])(
    'may be in the host, which is the name of a company: %s',
    (text) => {
      expect(judge({ webhook_url: `https://${text}.example.com/avs` })).toBe('aceptada')
    },
  )

  it.each(['default', 'default-7', 'default-route'])('may be plain technical usage: %s', (text) => {
    expect(everywhere(text)).toEqual(['aceptada'])
    expect(judge({ webhook_url: `https://${text}.example.com/avs` })).toBe('aceptada')
  })

  it('is looked for only when steps 13 and 14 pass [peticion_invalida]', () => {
    expect(judge({ solicitud_id: 'moroso-1', webhook_url: 'http://a.example.com' })).toBe('peticion_invalida')
    expect(judge({ solicitud_id: 'moroso-1', propiedad_id: 'embarazada-1' })).toBe('peticion_invalida')
    expect(judge({ solicitud_id: 'moroso-1' })).toBe('vocabulario_no_permitido')
  })
})
