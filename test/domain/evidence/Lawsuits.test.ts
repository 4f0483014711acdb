import { DateTime } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LawsuitMeaning, meaningOf, meaningsOf, type ReportedLawsuit } from '#domain/evidence/Lawsuits.ts'

const now = DateTime.makeUnsafe('2026-11-28T12:00:00Z')
const confirmed: ReportedLawsuit = { materia: 'civil', estado: 'en_curso', certeza: 'persona' }
const byName: ReportedLawsuit = { materia: 'civil', estado: 'en_curso' }

/** The rows of contract 2.23, in order, each with what decides it and an example that only it decides. */
const rows: ReadonlyArray<readonly [row: string, lawsuit: ReportedLawsuit, meaning: LawsuitMeaning | null]> = [
  ['1: as the plaintiff, of a tenancy too', { ...confirmed, papel: 'actor', asunto: 'arrendamiento' }, null],
  ['1: not as the defendant', { ...confirmed, papel: 'demandado' }, 'en_curso'],
  ['1: not in another role', { ...confirmed, papel: 'otro' }, 'en_curso'],
  ['2: family', { ...confirmed, materia: 'familiar' }, null],
  ['2: labour', { ...confirmed, materia: 'laboral' }, null],
  ['2: administrative, about a tenancy', { ...confirmed, materia: 'administrativa', asunto: 'arrendamiento' }, null],
  ['2: not commercial', { ...confirmed, materia: 'mercantil' }, 'en_curso'],
  ['3: 61 months without a movement', { ...confirmed, ultimo_movimiento: '2021-10' }, null],
  ['3: 60 months, which may be less than five years', { ...confirmed, ultimo_movimiento: '2021-11' }, 'en_curso'],
  ['3: a movement this month', { ...confirmed, ultimo_movimiento: '2026-11' }, 'en_curso'],
  ['3: a movement still to come', { ...confirmed, ultimo_movimiento: '2027-03' }, 'en_curso'],
  ['3: concluded and known not to be a tenancy', { ...confirmed, estado: 'concluido', asunto: 'otro' }, null],
  ['4: by name and known not to be a tenancy', { ...byName, asunto: 'otro' }, null],
  ['4: criminal by name', { ...byName, materia: 'penal' }, null],
  ['5: by name', byName, 'posible'],
  ['5: by name, said so', { ...byName, certeza: 'nombre' }, 'posible'],
  ['5: by name and about a tenancy', { ...byName, asunto: 'arrendamiento' }, 'posible'],
  ['5: by name and concluded', { ...byName, estado: 'concluido' }, 'posible'],
  ['6: concluded', { ...confirmed, estado: 'concluido' }, 'concluido'],
  ['6: concluded, criminal', { ...confirmed, estado: 'concluido', materia: 'penal' }, 'concluido'],
  ['6: concluded, about a tenancy', { ...confirmed, estado: 'concluido', asunto: 'arrendamiento' }, 'concluido'],
  ['7: criminal in progress', { ...confirmed, materia: 'penal' }, 'penal_en_curso'],
  [
    '7: criminal in progress, about a tenancy',
    { ...confirmed, materia: 'penal', asunto: 'arrendamiento' },
    'penal_en_curso',
  ],
  ['8: in progress', confirmed, 'en_curso'],
  ['8: in progress and known not to be a tenancy', { ...confirmed, asunto: 'otro' }, 'en_curso'],
  ['9: in progress, about a tenancy', { ...confirmed, asunto: 'arrendamiento' }, 'arrendamiento_en_curso'],
]

const maybe = <T>(...values: ReadonlyArray<T>) => fc.constantFrom(null, ...values)
const arbitraryReport: fc.Arbitrary<ReportedLawsuit> = fc.record(
  {
    materia: fc.constantFrom('civil', 'mercantil', 'familiar', 'laboral', 'penal', 'administrativa'),
    estado: fc.constantFrom('concluido', 'en_curso'),
    certeza: maybe<'persona' | 'nombre'>('persona', 'nombre'),
    papel: maybe<'actor' | 'demandado' | 'otro'>('actor', 'demandado', 'otro'),
    asunto: maybe<'arrendamiento' | 'otro'>('arrendamiento', 'otro'),
    ultimo_movimiento: maybe('2010-01', '2025-01'),
  },
  { requiredKeys: ['materia', 'estado'] },
)

describe('what a lawsuit means', () => {
  it.each(rows)('row %s', (_, lawsuit, meaning) => {
    expect(meaningOf(lawsuit, now)).toBe(meaning)
  })

  it('drops what has no effect and keeps the rest in order', () => {
    expect(
      meaningsOf(
        rows.map(([, lawsuit]) => lawsuit),
        now,
      ),
    ).toEqual(rows.flatMap(([, , meaning]) => meaning ?? []))
  })

  it('never treats a member that is unknown as one that clears the person or that holds against it', () => {
    const weight: ReadonlyArray<LawsuitMeaning | null> = [
      null,
      'posible',
      'concluido',
      'penal_en_curso',
      'en_curso',
      'arrendamiento_en_curso',
    ]
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        expect(meaningOf({ ...report, certeza: null }, now)).toBe(meaningOf({ ...report, certeza: 'nombre' }, now))
        expect(meaningOf({ ...report, papel: null }, now)).toBe(meaningOf({ ...report, papel: 'demandado' }, now))
        expect(meaningOf({ ...report, ultimo_movimiento: null }, now)).toBe(
          meaningOf({ ...report, ultimo_movimiento: '2026-11' }, now),
        )
        const of = (asunto: 'arrendamiento' | 'otro' | null) => weight.indexOf(meaningOf({ ...report, asunto }, now))
        expect(of(null)).toBeGreaterThanOrEqual(of('otro'))
        expect(of(null)).toBeLessThanOrEqual(of('arrendamiento'))
      }),
    )
  })
})
