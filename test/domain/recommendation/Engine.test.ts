import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
import type { Evidence, JudicialFindings, ListFindings } from '#domain/evidence/Findings.ts'
import { explanations, messages, microexplanation, type Reason } from '#domain/recommendation/CatalogTexts.ts'
import { engineVersion, recommend } from '#domain/recommendation/Engine.ts'
import type { Action, Level } from '#domain/recommendation/Recommendation.ts'
import { allInOrder, consulted, goodIdentity, type Identity, unavailable } from '#tools/service/arbitraryEvidence.ts'

const identity = (changes: Partial<Identity>) => ({ identidad: consulted({ ...goodIdentity, ...changes }) })
const lists = (
  internacionales: ListFindings['internacionales'],
  fiscal: ListFindings['fiscal'] = [],
  posibles: NonNullable<ListFindings['posibles']> = [],
) => ({ listas: consulted({ internacionales, fiscal, posibles }) })
type Lawsuit = JudicialFindings['juicios'][number]
const lawsuits = (...juicios: ReadonlyArray<readonly [Lawsuit['materia'], Lawsuit['estado']]>) => ({
  judicial: consulted({ juicios: juicios.map(([materia, estado]) => ({ materia, estado })) }),
})
const inProgress = (count: number) =>
  lawsuits(...Array.from({ length: count }, (): readonly ['civil', 'en_curso'] => ['civil', 'en_curso']))
const concluded = (count: number) =>
  lawsuits(...Array.from({ length: count }, (): readonly ['penal', 'concluido'] => ['penal', 'concluido']))

type Row = readonly [
  given: string,
  changes: Partial<Evidence>,
  level: Level,
  reason: Reason,
  determinants: ReadonlyArray<string>,
  steps: ReadonlyArray<string>,
]

const ID = ['CONFIRMAR_IDENTIDAD_EN_PERSONA']
const CLEAR = ['SOLICITAR_ACLARACION']
const INTERNATIONAL = 'COINCIDENCIA_EN_LISTAS_INTERNACIONALES'
const TAX = 'COINCIDENCIA_EN_LISTA_FISCAL'
const POSSIBLE = 'POSIBLE_COINCIDENCIA_EN_LISTAS'
const IN_ORDER = [
  'IDENTIDAD_CONFIRMADA',
  'SIN_COINCIDENCIAS_EN_LISTAS',
  'SIN_REGISTROS_JUDICIALES',
  'COBERTURA_FUENTES_COMPLETA',
]
const ORIGINALS = ['COTEJAR_DOCUMENTOS_ORIGINALES']

// biome-ignore format: a table reads by its columns
const rows: ReadonlyArray<Row> = [
  // The sandbox's scenarios
  ['LIMP: all in order', {}, 'alto', 'todo_en_orden', IN_ORDER, ORIGINALS],
  ['MARC: a civil and a commercial lawsuit, concluded', lawsuits(['civil', 'concluido'], ['mercantil', 'concluido']), 'medio', 'juicios_concluidos', ['JUICIOS_CONCLUIDOS'], ['PEDIR_CONSTANCIA_DE_CONCLUSION']],
  ['ROJF: a lawsuit in progress', lawsuits(['civil', 'en_curso']), 'medio', 'juicio_en_curso', ['JUICIO_EN_CURSO'], ['PEDIR_CONSTANCIA_DE_JUICIO']],
  ['ROJI: another person\'s CURP', identity({ nombre: 'no_coincide', validacion: 'no_valida', credencial: 'no_coincide' }), 'bajo', 'identidad_sin_confirmar', ['IDENTIDAD_NO_COINCIDE', 'IDENTIDAD_NO_VALIDADA', 'CREDENCIAL_NO_COINCIDE'], ID],
  ['LERT: all international lists and the tax list', lists(['sanciones', 'personas_expuestas', 'vigilancia'], ['definitivo']), 'bajo', 'coincidencia_por_aclarar', [INTERNATIONAL, TAX], CLEAR],
  // Identity
  ['a name that was not given', identity({ nombre: 'no_proporcionado' }), 'alto', 'todo_en_orden', IN_ORDER, ORIGINALS],
  ['a credential that was not found', identity({ credencial: 'no_localizada' }), 'alto', 'todo_en_orden', IN_ORDER, ORIGINALS],
  ['a credential that does not agree', identity({ credencial: 'no_coincide' }), 'medio', 'credencial_por_revisar', ['CREDENCIAL_NO_COINCIDE'], ID],
  ['a name that does not agree', identity({ nombre: 'no_coincide' }), 'bajo', 'identidad_sin_confirmar', ['IDENTIDAD_NO_COINCIDE'], ID],
  ['a validation that failed', identity({ validacion: 'no_valida' }), 'bajo', 'identidad_sin_confirmar', ['IDENTIDAD_NO_VALIDADA'], ID],
  ['a cancelled CURP', identity({ estatus: 'baja' }), 'bajo', 'identidad_sin_confirmar', ['CURP_DADA_DE_BAJA'], ['PEDIR_CURP_VIGENTE']],
  // Lists
  ['a match with exposed persons', lists(['personas_expuestas']), 'medio', 'coincidencia_por_revisar', [INTERNATIONAL], CLEAR],
  ['matches with exposed persons and watch lists', lists(['personas_expuestas', 'vigilancia']), 'medio', 'coincidencia_por_revisar', [INTERNATIONAL], CLEAR],
  ['a presumed tax listing', lists([], ['presunto']), 'medio', 'coincidencia_por_revisar', [TAX], CLEAR],
  ['an international match and a presumed tax listing', lists(['vigilancia'], ['presunto']), 'medio', 'coincidencia_por_revisar', [INTERNATIONAL, TAX], CLEAR],
  ['cleared tax listings', lists([], ['desvirtuado', 'sentencia_favorable']), 'alto', 'todo_en_orden', IN_ORDER, ORIGINALS],
  ['sanctions', lists(['sanciones']), 'bajo', 'coincidencia_por_aclarar', [INTERNATIONAL], CLEAR],
  ['a definitive tax listing', lists([], ['definitivo']), 'bajo', 'coincidencia_por_aclarar', [TAX], CLEAR],
  ['sanctions, of which the presumed tax listing is not the cause', lists(['sanciones'], ['presunto']), 'bajo', 'coincidencia_por_aclarar', [INTERNATIONAL], CLEAR],
  ['a possible match with sanctions', lists([], [], ['sanciones']), 'medio', 'posible_coincidencia', [POSSIBLE], CLEAR],
  ['possible matches of every kind', lists([], ['desvirtuado'], ['sanciones', 'personas_expuestas', 'vigilancia', 'fiscal']), 'medio', 'posible_coincidencia', [POSSIBLE], CLEAR],
  ['a match with exposed persons and a possible one with sanctions', lists(['personas_expuestas'], [], ['sanciones']), 'medio', 'coincidencia_por_revisar', [INTERNATIONAL, POSSIBLE], CLEAR],
  ['sanctions and a possible tax listing', lists(['sanciones'], [], ['fiscal']), 'bajo', 'coincidencia_por_aclarar', [INTERNATIONAL], CLEAR],
  // Lawsuits
  ['one concluded lawsuit', concluded(1), 'medio', 'juicio_concluido', ['JUICIOS_CONCLUIDOS'], ['PEDIR_CONSTANCIA_DE_CONCLUSION']],
  ['two lawsuits in progress and one concluded', lawsuits(['civil', 'en_curso'], ['civil', 'en_curso'], ['civil', 'concluido']), 'medio', 'juicios_en_curso', ['JUICIO_EN_CURSO', 'JUICIOS_CONCLUIDOS'], ['PEDIR_CONSTANCIA_DE_JUICIO', 'PEDIR_CONSTANCIA_DE_CONCLUSION']],
  ['six concluded criminal lawsuits', concluded(6), 'medio', 'juicios_concluidos', ['JUICIOS_CONCLUIDOS'], ['PEDIR_CONSTANCIA_DE_CONCLUSION']],
  ['one lawsuit in progress and one concluded', lawsuits(['laboral', 'en_curso'], ['familiar', 'concluido']), 'medio', 'juicio_en_curso', ['JUICIO_EN_CURSO', 'JUICIOS_CONCLUIDOS'], ['PEDIR_CONSTANCIA_DE_JUICIO', 'PEDIR_CONSTANCIA_DE_CONCLUSION']],
  ['three lawsuits in progress', inProgress(3), 'medio', 'juicios_en_curso', ['JUICIO_EN_CURSO'], ['PEDIR_CONSTANCIA_DE_JUICIO']],
  ['four lawsuits in progress', inProgress(4), 'bajo', 'juicios_acumulados', ['JUICIO_EN_CURSO'], ['PEDIR_CONSTANCIA_DE_JUICIO']],
  // Several points
  ['two open points', { ...identity({ credencial: 'no_coincide' }), ...inProgress(1) }, 'medio', 'puntos_por_revisar', ['CREDENCIAL_NO_COINCIDE', 'JUICIO_EN_CURSO'], [...ID, 'PEDIR_CONSTANCIA_DE_JUICIO']],
  ['two open points and concluded lawsuits', { ...lists(['vigilancia'], ['presunto']), ...concluded(2) }, 'medio', 'puntos_por_revisar', [INTERNATIONAL, TAX, 'JUICIOS_CONCLUIDOS'], [...CLEAR, 'PEDIR_CONSTANCIA_DE_CONCLUSION']],
  ['two open points and a possible match', { ...lists(['vigilancia'], ['presunto'], ['sanciones']) }, 'medio', 'coincidencia_por_revisar', [INTERNATIONAL, TAX, POSSIBLE], CLEAR],
  ['a lawsuit in progress, a credential that does not agree and a possible match', { ...identity({ credencial: 'no_coincide' }), ...lists([], [], ['sanciones']), ...inProgress(1) }, 'medio', 'puntos_por_revisar', ['CREDENCIAL_NO_COINCIDE', POSSIBLE, 'JUICIO_EN_CURSO'], [...ID, ...CLEAR, 'PEDIR_CONSTANCIA_DE_JUICIO']],
  ['a possible match and no judicial source', { judicial: unavailable, ...lists([], [], ['fiscal']) }, 'medio', 'puntos_por_revisar', [POSSIBLE, 'COBERTURA_FUENTES_PARCIAL'], [...CLEAR, 'CONSULTAR_MAS_TARDE']],
  ['three open points', { ...lists(['vigilancia'], ['presunto']), ...inProgress(1) }, 'bajo', 'puntos_acumulados', [INTERNATIONAL, TAX, 'JUICIO_EN_CURSO'], [...CLEAR, 'PEDIR_CONSTANCIA_DE_JUICIO']],
  ['an unconfirmed identity and sanctions, both of which hold', { ...identity({ validacion: 'no_valida' }), ...lists(['sanciones']), ...concluded(1) }, 'bajo', 'identidad_sin_confirmar', ['IDENTIDAD_NO_VALIDADA', INTERNATIONAL], [...ID, ...CLEAR]],
  // Coverage
  ['no lists', { listas: unavailable }, 'medio', 'cobertura_parcial', ['COBERTURA_FUENTES_PARCIAL'], ['CONSULTAR_MAS_TARDE']],
  ['no judicial source, never attempted', { judicial: null }, 'medio', 'cobertura_parcial', ['COBERTURA_FUENTES_PARCIAL'], ['CONSULTAR_MAS_TARDE']],
  ['no lists, and a lawsuit in progress', { listas: unavailable, ...inProgress(1) }, 'medio', 'puntos_por_revisar', ['JUICIO_EN_CURSO', 'COBERTURA_FUENTES_PARCIAL'], ['PEDIR_CONSTANCIA_DE_JUICIO', 'CONSULTAR_MAS_TARDE']],
  ['no judicial source, and sanctions', { judicial: unavailable, ...lists(['sanciones']) }, 'bajo', 'coincidencia_por_aclarar', [INTERNATIONAL], CLEAR],
]

const actionOf: Record<Level, Action> = {
  alto: 'puede_continuar',
  medio: 'continuar_con_reservas',
  bajo: 'no_continuar_todavia',
}

describe('Engine', () => {
  it.each(rows)('given %s', (_, changes, level, reason, determinants, steps) => {
    const { factors, ...shown } = Result.getOrThrow(recommend({ ...allInOrder, ...changes }))
    expect({ ...shown, steps: shown.steps.map(({ code }) => code) }).toEqual({
      action: actionOf[level],
      message: messages[actionOf[level]],
      level,
      microexplanation,
      explanation: explanations[reason],
      determinants,
      steps: [...steps, 'DECISION_DEL_ARRENDADOR'],
    })
    expect(factors.length).toBeGreaterThan(0)
  })

  it('shows the factors in the order identity, lists, judicial, coverage', () => {
    const factorsOf = (changes: Partial<Evidence>) =>
      Result.getOrThrow(recommend({ ...allInOrder, ...changes })).factors.map(({ code }) => code)
    expect(factorsOf({})).toEqual([
      'IDENTIDAD_CONFIRMADA',
      'NOMBRE_COINCIDE',
      'CREDENCIAL_COINCIDE',
      'SIN_COINCIDENCIAS_EN_LISTAS',
      'SIN_REGISTROS_JUDICIALES',
      'COBERTURA_FUENTES_COMPLETA',
    ])
    expect(
      factorsOf({ ...identity({ nombre: 'no_proporcionado', credencial: 'no_localizada' }), judicial: unavailable }),
    ).toEqual(['IDENTIDAD_CONFIRMADA', 'SIN_COINCIDENCIAS_EN_LISTAS', 'COBERTURA_FUENTES_PARCIAL'])
    expect(
      factorsOf({
        ...identity({ estatus: 'baja', nombre: 'no_coincide', validacion: 'no_valida', credencial: 'no_coincide' }),
        ...lists(['sanciones'], ['definitivo']),
        ...lawsuits(['civil', 'concluido'], ['civil', 'en_curso']),
      }),
    ).toEqual([
      'CURP_DADA_DE_BAJA',
      'IDENTIDAD_NO_COINCIDE',
      'IDENTIDAD_NO_VALIDADA',
      'CREDENCIAL_NO_COINCIDE',
      INTERNATIONAL,
      TAX,
      'JUICIO_EN_CURSO',
      'JUICIOS_CONCLUIDOS',
      'COBERTURA_FUENTES_COMPLETA',
    ])
  })

  it.each<readonly [string, Partial<Evidence>, string]>([
    ['FALL: identity that is no_disponible', { identidad: unavailable }, 'identidad_no_disponible'],
    ['identity that was never attempted', { identidad: null }, 'identidad_no_disponible'],
    ['NOEX: a CURP that does not exist', { identidad: consulted({ _tag: 'no_existe' }) }, 'curp_inexistente'],
    [
      'NOEX, whose other sources are not attempted',
      { identidad: consulted({ _tag: 'no_existe' }), listas: null, judicial: null },
      'curp_inexistente',
    ],
    ['identity alone', { listas: unavailable, judicial: null }, 'fuentes_insuficientes'],
    ['nothing at all', { identidad: null, listas: null, judicial: null }, 'identidad_no_disponible'],
  ])('reaches no recommendation given %s', (_, changes, cause) => {
    expect(recommend({ ...allInOrder, ...changes })).toEqual(Result.fail(cause))
  })

  it.each<readonly [given: Identity['nombre'], codes: ReadonlyArray<string>]>([
    ['coincide', ['IDENTIDAD_CONFIRMADA', 'NOMBRE_COINCIDE']],
    ['no_proporcionado', ['IDENTIDAD_CONFIRMADA']],
    ['no_coincide', ['IDENTIDAD_NO_COINCIDE']],
  ])('says of a name that is %s: %j', (nombre, expected) => {
    const { factors } = Result.getOrThrow(recommend({ ...allInOrder, ...identity({ nombre }) }))
    const told = factors.map(({ code }) => code).filter((code) => /^(?:IDENTIDAD|NOMBRE)_/.test(code))
    expect(told).toEqual(expected)
  })

  it('says that a name agrees with a CURP that is not valid, which is true all the same', () => {
    const { factors } = Result.getOrThrow(recommend({ ...allInOrder, ...identity({ validacion: 'no_valida' }) }))
    expect(factors.slice(0, 2).map(({ code }) => code)).toEqual(['NOMBRE_COINCIDE', 'IDENTIDAD_NO_VALIDADA'])
  })

  it.each([
    [
      'one lawsuit in progress',
      inProgress(1),
      'La consulta judicial muestra un juicio en curso.',
      'Pida a la persona solicitante un documento que muestre en qué etapa se encuentra el juicio en curso.',
      'El nivel es medio porque la consulta judicial muestra un juicio en curso, y conviene conocer en qué etapa se encuentra.',
    ],
    [
      'two lawsuits in progress',
      inProgress(2),
      'La consulta judicial muestra más de un juicio en curso.',
      'Pida a la persona solicitante un documento que muestre en qué etapa se encuentra cada juicio en curso.',
      'El nivel es medio porque la consulta judicial muestra más de un juicio en curso, y conviene conocer en qué etapa se encuentra cada uno.',
    ],
    [
      'one concluded lawsuit',
      concluded(1),
      'La consulta judicial muestra un juicio ya concluido.',
      'Si lo considera útil, pida un documento que muestre la conclusión del juicio.',
      'El nivel es medio porque la consulta judicial muestra un juicio ya concluido; es un asunto cerrado que puede revisar con la persona solicitante.',
    ],
    [
      'two concluded lawsuits',
      concluded(2),
      'La consulta judicial muestra más de un juicio ya concluido.',
      'Si lo considera útil, pida un documento que muestre la conclusión de cada juicio.',
      'El nivel es medio porque la consulta judicial muestra más de un juicio ya concluido; son asuntos cerrados que puede revisar con la persona solicitante.',
    ],
  ])('speaks of %s as a reader would', (_, changes, text, step, explanation) => {
    const shown = Result.getOrThrow(recommend({ ...allInOrder, ...changes }))
    expect(shown.factors.find(({ source }) => source === 'judicial')?.text).toBe(text)
    expect(shown.steps[0]?.text).toBe(step)
    expect(shown.explanation).toBe(explanation)
  })

  it('has the version that version_prompt tells', () => {
    expect(engineVersion).toBe('1.3.0')
  })
})
