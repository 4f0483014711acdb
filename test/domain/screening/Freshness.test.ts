import { DateTime, Duration } from 'effect'
import { expect, it } from 'vitest'
import { unfitLists } from '#domain/screening/Freshness.ts'
import { identityOf, type ListEntry, type ListName } from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'

const now = DateTime.makeUnsafe('2026-03-01T00:00:00Z')
const version = (list: ListName, cutOff: string, keyRevision = 7): ListVersion => ({
  ...{ list, cutOff, keyRevision, importedAt: now, confirmedAt: null, origin: null },
  ...{ entries: 1, names: 1, added: 0, removed: 0 },
})
const requirements = {
  required: ['onu', 'sat_69b'],
  maxAge: (list: ListName) => Duration.days(list === 'onu' ? 3 : 30),
  keyRevision: 7,
} as const

it('lists that are there, young enough and keyed by these rules are fit', () => {
  expect(unfitLists([version('onu', '2026-02-26'), version('sat_69b', '2026-01-30')], requirements, now)).toEqual([])
})

it('a list is unfit that is required and missing, one too old, and one keyed by other rules', () => {
  const versions = [
    version('onu', '2026-02-25'),
    version('vigilancia', '2026-01-29'),
    version('ofac_sdn', '2026-03-01', 6),
  ]
  expect(unfitLists(versions, requirements, now)).toEqual([
    { list: 'sat_69b', because: 'falta' },
    { list: 'onu', because: 'vencida' },
    { list: 'vigilancia', because: 'vencida' },
    { list: 'ofac_sdn', because: 'otras_claves' },
  ])
})

it('an entry is known in the next version by its id, and a taxpayer by the situation too', () => {
  const entry: ListEntry = {
    ...{ id: '123', names: [], births: [], sex: null, foreign: false, curps: [], rfc: null },
    situation: null,
  }
  expect(identityOf(entry)).toBe('123')
  expect(identityOf({ ...entry, situation: 'presunto' })).toBe('123 presunto')
})
