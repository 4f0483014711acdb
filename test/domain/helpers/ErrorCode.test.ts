import { describe, expect, it } from 'vitest'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'

describe('errorCodeOf', () => {
  it('reads the code of an error', () => {
    expect(errorCodeOf(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED')
    expect(errorCodeOf({ code: '23505' })).toBe('23505')
  })

  it.each([[undefined], [null], ['ECONNREFUSED'], [new Error('connect')], [{ code: 23505 }], [{ code: null }]])(
    'answers null for %o, which has none',
    (error) => {
      expect(errorCodeOf(error)).toBe(null)
    },
  )
})
