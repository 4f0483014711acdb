import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { listFilter } from '#wire/ListRules.ts'

const filter = (...parameters: Parameters<typeof listFilter>): unknown =>
  Result.match(listFilter(...parameters), { onSuccess: (found) => found, onFailure: ({ codigo }) => codigo })

const all = { requestId: null, state: null, limit: 20 }

describe('which verifications a list is asked for', () => {
  it('are all, the newest 20 of them, when nothing is said', () => {
    expect(filter('', '')).toEqual(all)
  })

  it('are those of a solicitud_id, in a state, up to a limit', () => {
    expect(filter('sol-1', 'emitida', 7)).toEqual({ requestId: 'sol-1', state: 'emitida', limit: 7 })
  })

  it.each([0, 101, 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY])('may not be %s [peticion_invalida]', (limit) => {
    expect(filter('', '', limit)).toBe('peticion_invalida')
  })

  it('may not be named in more than 200 characters [peticion_invalida]', () => {
    expect(filter('😀'.repeat(200), '')).toEqual({ ...all, requestId: '😀'.repeat(200) })
    expect(filter('x'.repeat(201), '')).toBe('peticion_invalida')
    expect(filter('', 'x'.repeat(201))).toBe('peticion_invalida')
  })

  it.each([
    ['solicitud_id', 'x'.repeat(201), 'otra', 0],
    ['limite', '', 'otra', 0],
    ['estado', '', 'otra', 1],
  ])('are refused for the first parameter that is wrong: %s', (field, ...parameters) => {
    const failure = Result.match(listFilter(...parameters), {
      onSuccess: () => null,
      onFailure: (rejection) => rejection,
    })
    expect(failure).toMatchObject({ codigo: 'peticion_invalida', field })
  })

  it.each(['sol\u0000', '\u0085', '\ud800', 'a\udc00b', sampleCurp('LIMP'), `x-${sampleCurp('LIMP')}`])(
    'are none for %j, which no solicitud_id can be',
    (text) => {
      expect(filter(text, '')).toBeNull()
    },
  )

  it.each(['otra', 'EMITIDA', ' ', 'toString'])(
    'may not be in the state %j, which does not exist [peticion_invalida]',
    (state) => {
      expect(filter('', state)).toBe('peticion_invalida')
      expect(filter('sol\u0000', state)).toBe('peticion_invalida')
    },
  )
})
