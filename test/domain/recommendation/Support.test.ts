import { expect, it } from 'vitest'
import type { LawsuitMeaning } from '#domain/evidence/Lawsuits.ts'
import { type Known, supportOf } from '#domain/recommendation/Support.ts'
import { goodIdentity, noLawsuits, noMatches } from '#tools/service/arbitraryEvidence.ts'

const known: Known = { identity: goodIdentity, lists: noMatches, judicial: noLawsuits }
const identity = ['IDENTIDAD_CONFIRMADA', 'NOMBRE_COINCIDE', 'CREDENCIAL_COINCIDE']
const [noLists, noRecords] = [['SIN_COINCIDENCIAS_EN_LISTAS'], ['SIN_REGISTROS_JUDICIALES']]
const [complete, partial] = [['COBERTURA_FUENTES_COMPLETA'], ['COBERTURA_FUENTES_PARCIAL']]
const lawsuits = (...juicios: ReadonlyArray<LawsuitMeaning>) => ({ judicial: { juicios } })

it.each<readonly [string, Partial<Known>, ReadonlyArray<string>]>([
  ['nothing to clear up', {}, [...identity, ...noLists, ...noRecords, ...complete]],
  ['no answer of the lists', { lists: null }, [...identity, ...noRecords, ...partial]],
  ['no answer of the courts', { judicial: null }, [...identity, ...noLists, ...partial]],
  ['neither answer', { lists: null, judicial: null }, [...identity, ...partial]],
  [
    'an international list',
    { lists: { internacionales: ['vigilancia'], fiscal: [], posibles: [] } },
    [...identity, 'COINCIDENCIA_EN_LISTAS_INTERNACIONALES', ...noRecords, ...complete],
  ],
  [
    'exposed persons alone',
    { lists: { internacionales: ['personas_expuestas'], fiscal: [] } },
    [...identity, 'PERSONA_EXPUESTA_POLITICAMENTE', ...noRecords, ...complete],
  ],
  [
    'the list of the tax authority',
    { lists: { internacionales: [], fiscal: ['definitivo'] } },
    [...identity, 'COINCIDENCIA_EN_LISTA_FISCAL', ...noRecords, ...complete],
  ],
  [
    'what the tax authority presumes or took back',
    { lists: { internacionales: [], fiscal: ['presunto', 'desvirtuado', 'sentencia_favorable'] } },
    [...identity, ...noLists, ...noRecords, ...complete],
  ],
  [
    'what may be a match',
    { lists: { internacionales: [], fiscal: [], posibles: ['fiscal'] } },
    [...identity, 'POSIBLE_COINCIDENCIA_EN_LISTAS', ...noRecords, ...complete],
  ],
  ['a lawsuit', lawsuits('en_curso'), [...identity, ...noLists, 'JUICIO_EN_CURSO', ...complete]],
  ['a criminal case', lawsuits('penal_en_curso'), [...identity, ...noLists, 'JUICIO_EN_CURSO', ...complete]],
  ['a lawsuit by name', lawsuits('posible'), [...identity, ...noLists, 'POSIBLE_REGISTRO_JUDICIAL', ...complete]],
  [
    'a replaced CURP',
    { identity: { ...goodIdentity, estatus: 'reemplazada' } },
    ['NOMBRE_COINCIDE', 'CURP_REEMPLAZADA', 'CREDENCIAL_COINCIDE', ...noLists, ...noRecords, ...complete],
  ],
  [
    'an identity of which nothing holds',
    {
      identity: {
        ...{ _tag: 'existe', estatus: 'baja', nombre: 'no_coincide' },
        ...{ validacion: 'no_valida', credencial: 'no_coincide' },
      },
    },
    [
      ...['CURP_DADA_DE_BAJA', 'IDENTIDAD_NO_COINCIDE', 'IDENTIDAD_NO_VALIDADA', 'CREDENCIAL_NO_COINCIDE'],
      ...[...noLists, ...noRecords, ...complete],
    ],
  ],
])('with %s these factors hold', (_, changes, codes) => {
  expect(supportOf({ ...known, ...changes }).codes).toEqual(codes)
})

it('counts the lawsuits, and says of which there are several', () => {
  const of = (changes: Partial<Known>) => {
    const { lawsuitsInProgress, tenancyLawsuits, several } = supportOf({ ...known, ...changes })
    return [lawsuitsInProgress, tenancyLawsuits, ...several]
  }
  expect(of({ judicial: null })).toEqual([0, 0])
  expect(of(lawsuits('en_curso', 'concluido'))).toEqual([1, 0])
  expect(of(lawsuits('en_curso', 'en_curso', 'concluido'))).toEqual([2, 0, 'JUICIO_EN_CURSO'])
  expect(of(lawsuits('en_curso', 'arrendamiento_en_curso', 'penal_en_curso'))).toEqual([2, 1, 'JUICIO_EN_CURSO'])
  expect(of(lawsuits('posible', 'posible', 'penal_en_curso'))).toEqual([0, 0])
  expect(of(lawsuits('concluido', 'concluido'))).toEqual([0, 0, 'JUICIOS_CONCLUIDOS'])
})
