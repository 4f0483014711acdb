import { describe, expect, it } from 'vitest'
import { judgedBy, type NameEvidence, takesAnywhere, type Verdict } from '#domain/screening/Rules.ts'
import type { Birth } from '#domain/screening/Screening.ts'

const evidence = (surnames: NameEvidence['surnames'], givenNames: NameEvidence['givenNames'], slips = 0) => ({
  surnames,
  givenNames,
  slips,
})
const births: ReadonlyArray<Birth> = ['exact', 'swapped', 'near', 'wide', 'unknown', 'off', 'other']

describe('a name', () => {
  it.each<[string, NameEvidence, Partial<Record<Verdict, ReadonlyArray<Birth>>>]>([
    [
      'both surnames and all given names',
      evidence('both', 'all'),
      { match: ['exact', 'swapped', 'near'], possible: ['wide', 'unknown', 'off'] },
    ],
    [
      'the same with a slip',
      evidence('both', 'all', 1),
      { match: ['exact', 'swapped', 'near'], possible: ['wide', 'unknown'] },
    ],
    ['the same with two slips', evidence('both', 'all', 2), { match: ['exact'] }],
    ['the same with three slips', evidence('both', 'all', 3), {}],
    [
      'both surnames and some given names',
      evidence('both', 'some'),
      { match: ['exact'], possible: ['swapped', 'near'] },
    ],
    ['the same with one slip and another', evidence('both', 'some', 1), { match: ['exact'] }],
    ['the surnames swapped', evidence('swapped', 'all'), { match: ['exact'] }],
    ['the surnames swapped and some given names', evidence('swapped', 'some'), { match: ['exact'] }],
    ['the surnames swapped with a slip', evidence('swapped', 'all', 1), {}],
    ['one of two surnames and all given names', evidence('one', 'all'), { match: ['exact'] }],
    ['the same with one slip', evidence('one', 'all', 1), {}],
    ['one of two surnames and some given names', evidence('one', 'some'), {}],
    [
      'the only surname and all given names',
      evidence('only', 'all'),
      { match: ['exact', 'swapped', 'near'], possible: ['wide', 'unknown', 'off'] },
    ],
    ['the only surname and some given names', evidence('only', 'some'), { match: ['exact'] }],
    ['the only surname with a slip', evidence('only', 'all', 1), { match: ['exact'] }],
    ['the only surname with two slips', evidence('only', 'all', 2), { match: ['exact'] }],
    ['the only surname with three slips', evidence('only', 'all', 3), {}],
    ['every word, but elsewhere', evidence('anywhere', 'all'), { match: ['exact'] }],
    ['the same with one slip', evidence('anywhere', 'all', 1), { match: ['exact'] }],
    ['the same with two slips', evidence('anywhere', 'all', 2), {}],
  ])('with %s is enough only beside some birth dates', (_, agreement, verdicts) => {
    const found = (verdict: Verdict) => births.filter((birth) => judgedBy(agreement, birth)?.verdict === verdict)
    expect({ match: found('match'), possible: found('possible') }).toEqual({ match: [], possible: [], ...verdicts })
  })

  it('is judged by a rule that has a name', () => {
    expect(judgedBy(evidence('both', 'some', 2), 'exact')).toEqual({ rule: 'day', verdict: 'match' })
    expect(judgedBy(evidence('only', 'all'), 'near')).toEqual({ rule: 'year', verdict: 'match' })
    expect(judgedBy(evidence('both', 'all'), 'unknown')).toEqual({ rule: 'undated', verdict: 'possible' })
    expect(judgedBy(evidence('both', 'all'), 'off')).toEqual({ rule: 'date_off', verdict: 'possible' })
    expect(judgedBy(evidence('both', 'all'), 'other')).toBeNull()
  })
})

it('words that are not where they belong are looked for beside the very day alone', () => {
  expect(births.filter(takesAnywhere)).toEqual(['exact'])
})
