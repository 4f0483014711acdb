import { DateTime, Result } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { consentimiento, peticion, received, solicitante } from '#test/support/peticion.ts'
import { judgeForm, parseBody } from '#wire/PeticionRules.ts'

/** `aceptada`, or the code of the refusal. */
const judge = (body: Record<string, unknown>, key = 'sol-0001') =>
  Result.match(judgeForm(body, key, received), { onSuccess: () => 'aceptada', onFailure: ({ codigo }) => codigo })

const consent = (changes: Record<string, unknown>) => ({ consentimiento: { ...consentimiento, ...changes } })
const person = (changes: Record<string, unknown>) => ({ solicitante: { ...solicitante, ...changes } })
const without = (name: string) => Object.fromEntries(Object.entries(peticion()).filter(([member]) => member !== name))

describe('step 6: the body', () => {
  const parse = (body: Uint8Array) =>
    Result.match(parseBody(body), { onSuccess: (value) => ({ value }), onFailure: ({ codigo }) => codigo })
  const bytes = (text: string) => new TextEncoder().encode(text)
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

  it('is a JSON object in UTF-8, at most eight deep', () => {
    expect(parse(bytes('{"ñ":"😀"}'))).toEqual({ value: { ñ: '😀' } })
    expect(parse(bytes(deep(8)))).toEqual({ value: JSON.parse(deep(8)) })
  })

  it.each([
    ['empty', new Uint8Array()],
    ['not JSON', bytes('{solicitud_id:1}')],
    ['a list', bytes('[{}]')],
    ['a text', bytes('"{}"')],
    ['null', bytes('null')],
    ['nine deep', bytes(deep(9))],
    ['with a member twice', bytes('{"a":1,"\\u0061":1}')],
    ['with a byte order mark', bytes('\uFEFF{}')],
    ['in Latin-1', Buffer.from('{"a":"ñ"}', 'latin1')],
    ['in UTF-16', Buffer.from('{}', 'utf16le')],
    ['with a surrogate in UTF-8', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['with an overlong NUL', Buffer.concat([bytes('{"a":"'), new Uint8Array([0xc0, 0x80]), bytes('"}')])],
  ])('is refused %s [peticion_invalida]', (_, body) => {
    expect(parse(body)).toBe('peticion_invalida')
  })
})

describe('step 7: an undeclared member [campo_desconocido]', () => {
  it.each([
    ['of the body', { extra: 1 }],
    ['that is null', { extra: null }],
    ['in another case', { Solicitud_id: 'x' }],
    ['named __proto__', JSON.parse('{"__proto__":{}}')],
    ['named constructor', { constructor: 1 }],
    ['of solicitante', person({ rfc: 'x' })],
    ['of consentimiento', consent({ firma: 'x' })],
    ['of cobro', { cobro: { modo: 'consumo', monto: 1 } }],
    ['of documento', { documento: { tipo: 'ine', foto: 'x' } }],
    ['of solicitante, named __proto__', JSON.parse('{"solicitante":{"__proto__":{}}}')],
  ])('%s is refused', (_, changes) => {
    // JSON.parse makes an own member of `__proto__`, which a spread keeps.
    expect(judge({ ...peticion(), ...changes })).toBe('campo_desconocido')
  })

  it('of any name and value, at any level, is refused before all else', () => {
    const name = fc.string({
      minLength: 1,
      unit: fc.constantFrom(...'abc_:.ñ', '__proto__', 'toString', 'modo', 'curp'),
    })
    const level = fc.constantFrom(null, 'solicitante', 'consentimiento', 'cobro', 'documento')
    fc.assert(
      fc.property(name, fc.jsonValue(), level, (extra, value, at) => {
        const undeclared = Object.fromEntries([[`${extra}-`, value]])
        expect(judge(at === null ? undeclared : { [at]: undeclared }, '')).toBe('campo_desconocido')
      }),
    )
  })
})

describe('steps 8 and 9', () => {
  it.each([{}, { tipo: 'ine' }, { tipo: 3 }, 'x', '', 0, false, [], [null]])(
    'refuse a documento of %j [ruta_no_disponible]',
    (documento) => {
      expect(judge(peticion({ documento }))).toBe('ruta_no_disponible')
    },
  )

  it('take a documento of null as absent', () => {
    expect(judge(peticion({ documento: null }))).toBe('aceptada')
  })

  it.each([
    undefined,
    null,
    'sí',
    true,
    [],
    [consentimiento],
    {},
    { ...consentimiento, otorgado: false },
    { ...consentimiento, otorgado: 'true' },
    { ...consentimiento, otorgado: 1 },
    { ...consentimiento, otorgado: null },
  ])('refuse a consentimiento of %j [consentimiento_faltante]', (given) => {
    expect(judge(peticion({ consentimiento: given }))).toBe('consentimiento_faltante')
  })

  it('refuse a body without consentimiento [consentimiento_faltante]', () => {
    expect(judge(without('consentimiento'))).toBe('consentimiento_faltante')
  })
})

const wide = (length: number) => '😀'.repeat(length)

describe('step 10: the schema', () => {
  it.each([
    ['every optional member absent', {}],
    [
      'every optional member null',
      {
        propiedad_id: null,
        cobro: null,
        ...person({ nombre: null, apellido_paterno: null, apellido_materno: null }),
        ...consent({ ip: null }),
      },
    ],
    [
      'texts of 200 code points',
      {
        propiedad_id: wide(200),
        ...person({ nombre: wide(200) }),
        ...consent({ version_aviso: wide(200), evidencia_id: wide(200), ip: wide(200) }),
      },
    ],
    ['a webhook_url of 2000 characters', { webhook_url: `https://a.example.com/${'a'.repeat(1_978)}` }],
    ['cobro without payment', { cobro: { modo: 'connect' } }],
    ['cobro with a payment', { cobro: { modo: 'connect', payment_intent_id: 'pi_1' } }],
    ['a solicitud_id of 200 code points', { solicitud_id: wide(200) }],
    ['consent five minutes ahead', consent({ otorgado_en: '2026-03-02T16:05:00Z' })],
  ])('takes %s', (_, changes) => {
    const body = peticion(changes)
    expect(judge(body, String(body['solicitud_id']))).toBe('aceptada')
  })

  it.each([
    ['a solicitud_id that is a number', { solicitud_id: 1 }],
    ['an empty solicitud_id', { solicitud_id: '' }],
    ['a solicitud_id of 201 code points', { solicitud_id: wide(201) }],
    ['an empty propiedad_id', { propiedad_id: '' }],
    ['a propiedad_id of 201 code points', { propiedad_id: wide(201) }],
    ['an empty webhook_url', { webhook_url: '' }],
    ['a webhook_url of 2001 characters', { webhook_url: `https://a.example.com/${'a'.repeat(1_979)}` }],
    ['a webhook_url of null', { webhook_url: null }],
    ['a solicitante of null', { solicitante: null }],
    ['a solicitante that is a list', { solicitante: [solicitante] }],
    ['a solicitante without curp', { solicitante: {} }],
    ['a curp of null', person({ curp: null })],
    ['a curp that is a number', person({ curp: 18 })],
    ['an empty nombre', person({ nombre: '' })],
    ['a nombre of 201 code points', person({ nombre: wide(201) })],
    ['an apellido_paterno that is a list', person({ apellido_paterno: ['x'] })],
    ['an empty apellido_materno', person({ apellido_materno: '' })],
    ['an otorgado_en without zone', consent({ otorgado_en: '2026-03-02T09:30:00' })],
    ['an otorgado_en more than five minutes ahead', consent({ otorgado_en: '2026-03-02T16:05:00.001Z' })],
    ['an otorgado_en of null', consent({ otorgado_en: null })],
    ['an empty version_aviso', consent({ version_aviso: '' })],
    ['an evidencia_id of 201 code points', consent({ evidencia_id: wide(201) })],
    ['an ip that is a number', consent({ ip: 1 })],
    ['an empty ip', consent({ ip: '' })],
    ['an ip of 201 code points', consent({ ip: wide(201) })],
    ['a cobro without modo', { cobro: {} }],
    ['a cobro of another modo', { cobro: { modo: 'prepago' } }],
    ['a cobro that is a list', { cobro: [] }],
    ['an empty payment_intent_id', { cobro: { modo: 'connect', payment_intent_id: '' } }],
    ['NUL', { propiedad_id: 'a\u0000' }],
    ['a line end', person({ nombre: 'a\nb' })],
    ['a control character beyond ASCII', consent({ evidencia_id: 'a\u0085' })],
    ['DEL', consent({ ip: '\u007f' })],
    ['an unpaired surrogate', { propiedad_id: '\ud800' }],
    ['an unpaired surrogate in solicitud_id', { solicitud_id: 'a\udc00' }],
  ])('refuses %s [peticion_invalida]', (_, changes) => {
    const body = peticion(changes)
    expect(judge(body, String(body['solicitud_id']))).toBe('peticion_invalida')
  })

  it.each(['solicitud_id', 'solicitante', 'webhook_url'])('refuses a body without %s [peticion_invalida]', (name) => {
    expect(judge(without(name))).toBe('peticion_invalida')
  })

  it('hands over the peticion and the instant of consent', () => {
    const { peticion: read, grantedAt } = Result.getOrThrow(judgeForm(peticion(), 'sol-0001', received))
    expect(read).toEqual(peticion())
    expect(DateTime.formatIso(grantedAt)).toBe('2026-03-02T15:30:00.000Z')
  })
})

describe('steps 11 and 12', () => {
  it.each([
    '',
    'x',
    'LIMP900101HDFRRS0',
    `${solicitante.curp} `,
    solicitante.curp.toLowerCase(),
    'A'.repeat(33),
    '\u0000',
    '\ud800',
  ])('refuse a curp of %j [curp_invalida]', (curp) => {
    expect(judge(peticion(person({ curp })))).toBe('curp_invalida')
  })

  it.each([
    ['LIMP260302HDFRRSA3', 'aceptada', 'today'],
    ['LIMP260303HDFRRSA3', 'curp_invalida', 'tomorrow'],
    ['LIMP270101HDFRRSA3', 'curp_invalida', 'next year'],
    ['LIMP991231HDFRRSZ3', 'curp_invalida', 'the end of the century'],
    ['LIMP991231HDFRRS93', 'aceptada', 'the end of the last one'],
  ])('answer to a curp of %s %s: born %s', (curp, expected) => {
    expect(judge(peticion(person({ curp })))).toBe(expected)
  })

  it.each([
    ['2026-03-03T05:59:59.999Z', 'curp_invalida'],
    ['2026-03-03T06:00:00.000Z', 'aceptada'],
    ['2026-12-31T23:00:00.000Z', 'aceptada'],
  ])('tell by the calendar of Mexico City, at %s, whether a birth date is still to come: %s', (now, expected) => {
    const body = peticion(person({ curp: 'LIMP260303HDFRRSA3' }))
    const judged = judgeForm(body, 'sol-0001', DateTime.makeUnsafe(now))
    expect(Result.match(judged, { onSuccess: () => 'aceptada', onFailure: ({ codigo }) => codigo })).toBe(expected)
  })

  it.each(['', 'sol-0002', 'SOL-0001', 'sol-0001 ', 'ｓol-0001'])(
    'refuse an Idempotency-Key of %j for another solicitud_id [peticion_invalida]',
    (key) => {
      expect(judge(peticion(), key)).toBe('peticion_invalida')
    },
  )
})
