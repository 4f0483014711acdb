import { Result } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costOfList, parseListQuery } from '#http/ListQuery.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'

const path = '/v1/verificaciones'
/** The filter, null when nothing can match, or the code of the refusal. */
const read = (query: string) =>
  Result.match(parseListQuery(path + query), { onSuccess: (filter) => filter, onFailure: ({ codigo }) => codigo })

const all = { requestId: null, state: null, limit: 20 }

describe('the parameters of a list', () => {
  it.each([
    ['', all],
    ['?', all],
    ['?solicitud_id=&estado=', all],
    ['?pagina=2&orden=asc&pagina=3', all],
    ['?LIMITE=5&Estado=emitida', all],
    ['?limite=1', { ...all, limit: 1 }],
    ['?limite=100', { ...all, limit: 100 }],
    ['?estado=en_proceso', { ...all, state: 'en_proceso' }],
    ['?estado=emitida', { ...all, state: 'emitida' }],
    ['?estado=no_concluyente&limite=7', { ...all, state: 'no_concluyente', limit: 7 }],
    ['?solicitud_id=sol-1', { ...all, requestId: 'sol-1' }],
    ['?solicitud_id=a%C3%B1o%20%2B1', { ...all, requestId: 'año +1' }],
    ['?solicitud%5Fid=sol-1', { ...all, requestId: 'sol-1' }],
  ])('are read from %j', (query, filter) => {
    expect(read(query)).toEqual(filter)
  })

  it.each([
    'otra',
    'EMITIDA',
    'emitida%20',
    '%20',
    'emitida%00',
    'toString',
    'en_proceso,emitida',
    'x'.repeat(200),
    'x'.repeat(201),
  ])('may not have estado=%s, which is none [peticion_invalida]', (estado) => {
    expect(read(`?estado=${estado}`)).toBe('peticion_invalida')
  })

  it.each(['%00', 'sol-1%0A', '%C2%85', sampleCurp('LIMP'), `x-${sampleCurp('LIMP')}`])(
    'find nothing for solicitud_id=%s, which none can be',
    (id) => {
      expect(read(`?solicitud_id=${id}`)).toBeNull()
    },
  )

  it.each(['', '0', '101', '1000', '-1', '+5', '05', '5.0', '5e0', '0x5', 'diez', ' 5', '5%20', '%EF%BC%95', 'NaN'])(
    'may not have limite=%s [peticion_invalida]',
    (limite) => {
      expect(read(`?limite=${limite}`)).toBe('peticion_invalida')
      expect(read(`?estado=emitida&limite=${limite}`)).toBe('peticion_invalida')
    },
  )

  it.each([
    '?limite=5&limite=5',
    '?estado=emitida&estado=emitida',
    '?solicitud_id=a&solicitud_id=',
    '?estado=&estado=',
  ])('may not come twice: %s [peticion_invalida]', (query) => {
    expect(read(query)).toBe('peticion_invalida')
  })

  it.each([
    [`?solicitud_id=${'x'.repeat(201)}&estado=otra&limite=0`, 'solicitud_id'],
    ['?estado=otra&limite=0', 'limite'],
    ['?estado=otra', 'estado'],
  ])('are refused for the first that is wrong: %s for %s [peticion_invalida]', (query, field) => {
    const refused = Result.match(parseListQuery(path + query), { onSuccess: () => null, onFailure: (found) => found })
    expect(refused).toMatchObject({ codigo: 'peticion_invalida', field })
  })

  it('counts solicitud_id in code points, up to 200 [peticion_invalida]', () => {
    const letter = encodeURIComponent('😀')
    expect(read(`?solicitud_id=${letter.repeat(200)}`)).not.toBe('peticion_invalida')
    expect(read(`?solicitud_id=${letter.repeat(201)}`)).toBe('peticion_invalida')
  })

  it('read any solicitud_id that was percent-encoded, and the limits exactly from 1 to 100', () => {
    const identifier = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 50 })
      .filter((text) => !/\p{Cc}/u.test(text))
    fc.assert(
      fc.property(identifier, fc.integer({ min: -10, max: 300 }), (requestId, limit) => {
        const query = `?limite=${limit}&solicitud_id=${encodeURIComponent(requestId)}`
        expect(read(query)).toEqual(
          limit >= 1 && limit <= 100 ? { requestId, state: null, limit } : 'peticion_invalida',
        )
      }),
      { numRuns: 500 },
    )
  })

  it('are read or refused, whatever stands behind the question mark, without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'?&=%+0aF', 'limite', 'estado', 'solicitud_id') }), (text) => {
        expect(Result.isResult(parseListQuery(`${path}?${text}`))).toBe(true)
      }),
    )
  })
})

it.each([
  [1, 1],
  [10, 1],
  [11, 2],
  [100, 10],
])('a list of %d at most costs %d, and one that nothing can match costs one', (limit, cost) => {
  expect(costOfList({ ...all, limit })).toBe(cost)
  expect(costOfList(null)).toBe(1)
})
