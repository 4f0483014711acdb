import { describe, expect, it } from 'vitest'
import { coverage } from '#domain/evidence/Coverage.ts'
import { allInOrder, unavailable } from '#tools/service/arbitraryEvidence.ts'

describe('Coverage', () => {
  it('counts three sources that answered, in the order identidad, listas, judicial', () => {
    expect(coverage(allInOrder)).toEqual({
      consulted: 3,
      attempted: 3,
      detail: [
        { source: 'identidad', status: 'consultada' },
        { source: 'listas', status: 'consultada' },
        { source: 'judicial', status: 'consultada' },
      ],
    })
  })

  it('counts a source that is no_disponible as attempted, not as consultada', () => {
    expect(coverage({ ...allInOrder, judicial: unavailable })).toEqual({
      consulted: 2,
      attempted: 3,
      detail: [
        { source: 'identidad', status: 'consultada' },
        { source: 'listas', status: 'consultada' },
        { source: 'judicial', status: 'no_disponible' },
      ],
    })
  })

  it('leaves out a source that was never attempted', () => {
    expect(coverage({ identidad: allInOrder.identidad, listas: null, judicial: null })).toEqual({
      consulted: 1,
      attempted: 1,
      detail: [{ source: 'identidad', status: 'consultada' }],
    })
    expect(coverage({ identidad: null, listas: null, judicial: null })).toEqual({
      consulted: 0,
      attempted: 0,
      detail: [],
    })
  })
})
