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

const urlOf = (rest: string) => judge({ webhook_url: `https://a.example.com${rest}` })

describe('the host of webhook_url', () => {
  it.each(['bueno.mx', 'amable.mx', 'hooks.decente.mx', 'sincero-3.mx', 'obrero.mx'])(
    'may be the name of a company: %s',
    (host) => {
      expect(judge({ webhook_url: `https://${host}/avs` })).toBe('aceptada')
    },
  )

  it('holds no word that always rates [vocabulario_no_permitido]', () => {
    expect(judge({ webhook_url: 'https://moroso.mx/avs' })).toBe('vocabulario_no_permitido')
  })
})

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
    'https://a.example.com:5432/hook',
    'https://a.example.com:80/hook',
    'ftp://a.example.com/hook',
    'hook',
  ])('is refused as %s [peticion_invalida]', (webhook_url) => {
    expect(judge({ webhook_url })).toBe('peticion_invalida')
  })

  it.each([
    'https://a.example.com',
    'https://a.example.com:8443/avs?x=1',
    'https://a.example.com:9443/avs',
    'HTTPS://A.EXAMPLE.COM/hook',
    'https://8.8.8.8/h',
  ])('may be %s', (webhook_url) => {
    expect(judge({ webhook_url })).toBe('aceptada')
  })

  it.each([
    '?token=abc',
    '?autorizacion=abc',
    '?session_id=abc',
    '?sessionId=abc',
    '?jsessionid=abc',
    '?sesion_id=abc',
    '?access_token=abc',
    '?accessToken=abc',
    '?x=1&TOKEN=abc',
    '?x=1;token=abc',
    '?secret=hunter2',
    '?client_secret=hunter2',
    '?password=hunter2',
    '?passwd=hunter2',
    '?pass=hunter2',
    '?pwd=hunter2',
    '?api_key=sk_live_abc',
    '?api-key=1',
    '?apikey=1',
    '?X-Api-Key=1',
    '?key=1',
    '?private_key=1',
    '?auth=1',
    '?auth_code=1',
    '?authorization=Bearer%20x',
    '?jwt=1',
    '?credential=1',
    '?creds=1',
    '?sig=12345678901234567890',
    '?signature=12345678901234567890',
    '?firma=12345678901234567890',
    '?X-Amz-Signature=12345678901234567890',
    '?code=QhPz3mDsWRn5lpH2SfUVvLw0mCVyTzYwyKGh2GHqK8xYAzFuTAECCA==',
    '?data[token]=1',
    '?user.password=1',
    '?clave=hunter2',
    '?clave_acceso=hunter2',
    '?clave-de-acceso=hunter2',
    '?contrasena=hunter2',
    '?contrase%C3%B1a=hunter2',
    '?contraseña=hunter2',
    '?secreto=hunter2',
    '?llave=hunter2',
    '?llave_privada=hunter2',
    '?credencial=hunter2',
    '?credenciales=hunter2',
    '?nip=1234',
    '?%74oken=abc',
    '?%2574oken=abc',
    '?to%6ben=abc',
    '?ｔｏｋｅｎ=abc',
    '?next=https%3A%2F%2Fb.mx%2F%3Ftoken%3Dabc',
    '?next=https://ana:hunter2@b.mx/',
    '?data=%7B%22token%22%3A%22abc%22%7D',
    '/hooks;token=abc',
    '/hooks/token=abc',
    '/hooks?token=/abc',
    '/hooks#access_token=abc',
  ])('is refused with a parameter that announces a secret: %s [peticion_invalida]', (rest) => {
    expect(urlOf(rest)).toBe('peticion_invalida')
  })

  it.each(['?sig=1', '?signature=12345678', '?firma=1', '?code=1234567890123456789', '?postal_code=44100'])(
    'may have a short parameter that only a long one makes a secret: %s',
    (rest) => {
      expect(urlOf(rest)).toBe('aceptada')
    },
  )

  it.each([
    '?x=sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    '?x=rk_test_4eC39HqLyjWDarjtT1zdp7dc',
    '?x=ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    '?x=github_pat_11ABCDEFG0123456789_abcdefgh',
    '?x=xoxb-123456789012-abcdefghijkl',
    '?x=AKIAIOSFODNN7EXAMPLE',
    '?x=AIzaSyA-1234567890abcdefghijklmnopqrstu',
    '?x=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    '?x=-----BEGIN%20PRIVATE%20KEY-----',
    '?x=glpat-abcdefghijklmnop1234',
    '?x=SG.abcdefghijklmnopqr.abcdefghijk',
    '?x=123456789:AAabcdefghijklmnopqrstuvwxyz123456789',
    '?x=APP_USR-1234567890123456-010100-abcdef',
    '?x=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    `?x=${make('sandbox', 12_345n ** 17n)}`,
    '?x=sk%5Flive%5F4eC39HqLyjWDarjtT1zdp7dc',
    '?x=sk%255Flive%255F4eC39HqLyjWDarjtT1zdp7dc',
    '?sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    '/hooks/sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    '/hooks#sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  ])('is refused with a credential of a well-known form: %s [peticion_invalida]', (rest) => {
    expect(urlOf(rest)).toBe('peticion_invalida')
  })

  it.each([
    '?token',
    '?token=',
    '?token=&x=1',
    '?t=4eC39HqLyjWDarjtT1zdp7dc',
    '?author=7',
    '?secretaria=turismo',
    '?secretario=ana',
    '?clave_propiedad=EB-1234',
    '?public_key=1',
    '?cache_key=1',
    '?compass=1',
    '?keyword=1',
    '/token/hooks',
    '/secret/auth/hooks?x=1',
    '/hooks/task-live-12345678901234567890',
    '?x=AKIA',
    '?x=eyJ.eyJ',
    '?x=12:30',
  ])('may carry what only resembles one: %s', (rest) => {
    expect(urlOf(rest)).toBe('aceptada')
  })
})

describe('step 14: an identifier that tells of the person', () => {
  it.each([
    'solicitante-embarazada',
    'madre-soltera-3',
    solicitante.curp,
    solicitante.curp.slice(0, 10),
    `${solicitante.curp.slice(0, 10)}AB1`,
    'cliente_desempleado',
    'juan.perez@example.com',
    'juan.perez%40example.com',
    'pasaporte-G123',
    'PASAPORTE-G12345678',
    'tel-5512345678',
    'rfc-VECJ880326XXX',
  ])('is refused as %s, wherever it stands [peticion_invalida]', (text) => {
    expect(everywhere(text)).toEqual(['peticion_invalida'])
  })

  it("is refused when it holds two of this request's names, and passes with one [peticion_invalida]", () => {
    const named = {
      solicitante: { ...solicitante, nombre: 'Eulalia', apellido_paterno: 'Zúñiga', apellido_materno: null },
    }
    expect(everywhere('expediente-eulalia-zuniga', named)).toEqual(['peticion_invalida'])
    expect(everywhere('zunigaeulalia12', named)).toEqual(['peticion_invalida'])
    expect(everywhere('expediente-eulalia', named)).toEqual(['aceptada'])
    expect(everywhere('zuniga-12', named)).toEqual(['aceptada'])
    expect(everywhere('expediente-eulalia-zuniga')).toEqual(['aceptada'])
    const maternal = { solicitante: { ...solicitante, nombre: 'Eulalia', apellido_materno: 'Zúñiga' } }
    expect(everywhere('zuniga-eulalia-12', maternal)).toEqual(['peticion_invalida'])
    expect(judge({ ...named, webhook_url: 'https://a.example.com/eulalia/avs?de=zuniga' })).toBe('peticion_invalida')
    expect(judge({ ...named, solicitud_id: 'eulalia-1', propiedad_id: 'zuniga-2' })).toBe('aceptada')
    expect(judge({ ...named, webhook_url: 'https://eulalia-zuniga.example.com/avs' })).toBe('aceptada')
  })

  it('is refused when it holds a partner key [peticion_invalida]', () => {
    expect(everywhere(make('sandbox', 12_345n ** 17n))).toEqual(['peticion_invalida'])
    expect(everywhere(make('production', 54_321n ** 17n))).toEqual(['peticion_invalida'])
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
  it.each(['cliente-moroso', 'rechazado-7', 'score-alto'])(
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
