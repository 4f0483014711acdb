import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
import type { Evidence, ListFindings } from '#domain/evidence/Findings.ts'
import type { LawsuitMeaning } from '#domain/evidence/Lawsuits.ts'
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
const lawsuits = (...juicios: ReadonlyArray<LawsuitMeaning>) => ({ judicial: consulted({ juicios }) })
const many = (count: number, meaning: LawsuitMeaning) => Array.from({ length: count }, () => meaning)
const inProgress = (count: number) => lawsuits(...many(count, 'en_curso'))
const concluded = (count: number) => lawsuits(...many(count, 'concluido'))

type Row = readonly [
  given: string,
  changes: Partial<Evidence>,
  level: Level,
  reason: Reason,
  determinants: ReadonlyArray<string>,
  steps: ReadonlyArray<string>,
]

const ID = ['CONFIRMAR_IDENTIDAD_EN_PERSONA']
const CURP = ['PEDIR_CURP_VIGENTE']
const NAME = ['COTEJAR_NOMBRE_EN_IDENTIFICACION']
const CLEAR = ['SOLICITAR_ACLARACION']
const ASK = ['PREGUNTAR_A_LA_PERSONA']
const OFFICE = ['PREGUNTAR_POR_CARGO_PUBLICO']
const STAGE = ['PEDIR_CONSTANCIA_DE_JUICIO']
const CONCLUSION = ['PEDIR_CONSTANCIA_DE_CONCLUSION']
const INTERNATIONAL = 'COINCIDENCIA_EN_LISTAS_INTERNACIONALES'
const EXPOSED = 'PERSONA_EXPUESTA_POLITICAMENTE'
const TAX = 'COINCIDENCIA_EN_LISTA_FISCAL'
const POSSIBLE = 'POSIBLE_COINCIDENCIA_EN_LISTAS'
const NAMESAKE = 'POSIBLE_REGISTRO_JUDICIAL'
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
  ['MARC: two confirmed lawsuits, concluded', concluded(2), 'medio', 'juicios_concluidos', ['JUICIOS_CONCLUIDOS'], CONCLUSION],
  ['ROJF: a confirmed lawsuit in progress', inProgress(1), 'medio', 'juicio_en_curso', ['JUICIO_EN_CURSO'], STAGE],
  ['ROJI: another person\'s CURP', identity({ nombre: 'no_coincide', validacion: 'no_valida', credencial: 'no_coincide' }), 'bajo', 'identidad_sin_confirmar', ['IDENTIDAD_NO_COINCIDE', 'IDENTIDAD_NO_VALIDADA', 'CREDENCIAL_NO_COINCIDE'], ID],
  ['LERT: all international lists and the tax list', lists(['sanciones', 'personas_expuestas', 'vigilancia'], ['definitivo']), 'bajo', 'coincidencia_por_aclarar', [INTERNATIONAL], CLEAR],
  // Identity
  ['a name that was not given', identity({ nombre: 'no_proporcionado' }), 'alto', 'todo_en_orden', IN_ORDER, ORIGINALS],
  ['a name that may be written differently', identity({ nombre: 'no_concluye' }), 'alto', 'todo_en_orden', IN_ORDER, [...ORIGINALS, ...NAME]],
  ['a credential that was not found', identity({ credencial: 'no_localizada' }), 'alto', 'todo_en_orden', IN_ORDER, ORIGINALS],
  ['a credential that does not agree', identity({ credencial: 'no_coincide' }), 'medio', 'credencial_por_revisar', ['CREDENCIAL_NO_COINCIDE'], ID],
  ['a name that does not agree', identity({ nombre: 'no_coincide' }), 'bajo', 'nombre_distinto', ['IDENTIDAD_NO_COINCIDE'], ID],
  ['a validation that failed', identity({ validacion: 'no_valida' }), 'bajo', 'identidad_sin_confirmar', ['IDENTIDAD_NO_VALIDADA'], ID],
  ['a cancelled CURP', identity({ estatus: 'baja' }), 'bajo', 'curp_dada_de_baja', ['CURP_DADA_DE_BAJA'], CURP],
  ['a replaced CURP', identity({ estatus: 'reemplazada' }), 'medio', 'curp_reemplazada', ['CURP_REEMPLAZADA'], CURP],
  ['a replaced CURP that the registry does not validate', identity({ estatus: 'reemplazada', validacion: 'no_valida' }), 'bajo', 'identidad_sin_confirmar', ['CURP_REEMPLAZADA', 'IDENTIDAD_NO_VALIDADA'], [...CURP, ...ID]],
  // Lists
  ['a match with exposed persons', lists(['personas_expuestas']), 'medio', 'persona_expuesta', [EXPOSED], OFFICE],
  ['matches with exposed persons and watch lists', lists(['personas_expuestas', 'vigilancia']), 'medio', 'coincidencia_por_revisar', [INTERNATIONAL, EXPOSED], [...CLEAR, ...OFFICE]],
  ['presumed and cleared tax listings', lists([], ['presunto', 'desvirtuado', 'sentencia_favorable']), 'alto', 'todo_en_orden', IN_ORDER, ORIGINALS],
  ['a definitive tax listing', lists([], ['definitivo']), 'medio', 'coincidencia_por_revisar', [TAX], CLEAR],
  ['an international match and a definitive tax listing', lists(['vigilancia'], ['definitivo']), 'medio', 'coincidencia_por_revisar', [INTERNATIONAL, TAX], CLEAR],
  ['sanctions', lists(['sanciones']), 'bajo', 'coincidencia_por_aclarar', [INTERNATIONAL], CLEAR],
  ['sanctions, of which the tax listing is not the cause', lists(['sanciones'], ['definitivo']), 'bajo', 'coincidencia_por_aclarar', [INTERNATIONAL], CLEAR],
  ['a possible match with sanctions', lists([], [], ['sanciones']), 'medio', 'posible_coincidencia', [POSSIBLE], ASK],
  ['possible matches of every kind', lists([], ['desvirtuado'], ['sanciones', 'personas_expuestas', 'vigilancia', 'fiscal']), 'medio', 'posible_coincidencia', [POSSIBLE], ASK],
  ['a match with a watch list and a possible one with sanctions', lists(['vigilancia'], [], ['sanciones']), 'medio', 'coincidencia_por_revisar', [INTERNATIONAL, POSSIBLE], [...ASK, ...CLEAR]],
  ['sanctions and a possible tax listing', lists(['sanciones'], [], ['fiscal']), 'bajo', 'coincidencia_por_aclarar', [INTERNATIONAL], CLEAR],
  // Lawsuits
  ['one lawsuit by name', lawsuits('posible'), 'medio', 'posible_juicio', [NAMESAKE], ASK],
  ['ten lawsuits by name', lawsuits(...many(10, 'posible')), 'medio', 'posible_juicio', [NAMESAKE], ASK],
  ['one concluded lawsuit', concluded(1), 'medio', 'juicio_concluido', ['JUICIOS_CONCLUIDOS'], CONCLUSION],
  ['six concluded lawsuits', concluded(6), 'medio', 'juicios_concluidos', ['JUICIOS_CONCLUIDOS'], CONCLUSION],
  ['two lawsuits in progress and one concluded', lawsuits('en_curso', 'en_curso', 'concluido'), 'medio', 'juicios_en_curso', ['JUICIO_EN_CURSO', 'JUICIOS_CONCLUIDOS'], [...STAGE, ...CONCLUSION]],
  ['one lawsuit in progress, one concluded and one by name', lawsuits('en_curso', 'concluido', 'posible'), 'medio', 'juicio_en_curso', ['JUICIO_EN_CURSO', 'JUICIOS_CONCLUIDOS', NAMESAKE], [...ASK, ...STAGE, ...CONCLUSION]],
  ['three lawsuits in progress and ten by name', lawsuits(...many(3, 'en_curso'), ...many(10, 'posible')), 'medio', 'juicios_en_curso', ['JUICIO_EN_CURSO', NAMESAKE], [...ASK, ...STAGE]],
  ['four lawsuits in progress', inProgress(4), 'bajo', 'juicios_acumulados', ['JUICIO_EN_CURSO'], STAGE],
  ['six criminal cases in progress', lawsuits(...many(6, 'penal_en_curso')), 'medio', 'juicios_en_curso', ['JUICIO_EN_CURSO'], STAGE],
  ['three lawsuits and a criminal case in progress', lawsuits(...many(3, 'en_curso'), 'penal_en_curso'), 'medio', 'juicios_en_curso', ['JUICIO_EN_CURSO'], STAGE],
  ['one lawsuit about a tenancy in progress', lawsuits('arrendamiento_en_curso'), 'medio', 'juicio_en_curso', ['JUICIO_EN_CURSO'], STAGE],
  ['two lawsuits about a tenancy in progress', lawsuits('arrendamiento_en_curso', 'arrendamiento_en_curso'), 'bajo', 'juicios_acumulados', ['JUICIO_EN_CURSO'], STAGE],
  ['three lawsuits in progress and one about a tenancy', lawsuits(...many(3, 'en_curso'), 'arrendamiento_en_curso'), 'bajo', 'juicios_acumulados', ['JUICIO_EN_CURSO'], STAGE],
  // Several points
  ['a credential that does not agree and a lawsuit', { ...identity({ credencial: 'no_coincide' }), ...inProgress(1) }, 'medio', 'puntos_por_revisar', ['CREDENCIAL_NO_COINCIDE', 'JUICIO_EN_CURSO'], [...ID, ...STAGE]],
  ['an office, a credential that does not agree and a lawsuit, which are different doubts', { ...identity({ credencial: 'no_coincide' }), ...lists(['personas_expuestas']), ...inProgress(1) }, 'medio', 'puntos_por_revisar', ['CREDENCIAL_NO_COINCIDE', EXPOSED, 'JUICIO_EN_CURSO'], [...ID, ...STAGE, ...OFFICE]],
  ['matches and concluded lawsuits', { ...lists(['vigilancia'], ['definitivo']), ...concluded(2) }, 'medio', 'puntos_por_revisar', [INTERNATIONAL, TAX, 'JUICIOS_CONCLUIDOS'], [...CLEAR, ...CONCLUSION]],
  ['matches and a possible one', { ...lists(['vigilancia'], ['definitivo'], ['sanciones']) }, 'medio', 'coincidencia_por_revisar', [INTERNATIONAL, TAX, POSSIBLE], [...ASK, ...CLEAR]],
  ['a namesake in the lists and one in the courts', { ...lists([], [], ['sanciones']), ...lawsuits('posible') }, 'medio', 'puntos_por_revisar', [POSSIBLE, NAMESAKE], ASK],
  ['a possible match and no judicial source', { judicial: unavailable, ...lists([], [], ['fiscal']) }, 'medio', 'puntos_por_revisar', [POSSIBLE, 'COBERTURA_FUENTES_PARCIAL'], [...ASK, 'CONSULTAR_MAS_TARDE']],
  ['every reservation at once, of which the last steps are left out', { ...identity({ estatus: 'reemplazada', nombre: 'no_concluye', credencial: 'no_coincide' }), ...lists(['vigilancia', 'personas_expuestas'], ['definitivo'], ['sanciones']), ...lawsuits('en_curso', 'concluido', 'posible') }, 'medio', 'puntos_por_revisar', ['CURP_REEMPLAZADA', 'CREDENCIAL_NO_COINCIDE', INTERNATIONAL, EXPOSED, TAX, POSSIBLE, 'JUICIO_EN_CURSO', 'JUICIOS_CONCLUIDOS', NAMESAKE], [...CURP, ...ID, ...NAME, ...ASK]],
  ['an office and a lawsuit by name: the office is no second doubt', { ...lists(['personas_expuestas']), ...lawsuits('posible') }, 'medio', 'posible_juicio', [EXPOSED, NAMESAKE], [...ASK, ...OFFICE]],
  ['an unconfirmed identity and sanctions, both of which hold', { ...identity({ validacion: 'no_valida' }), ...lists(['sanciones']), ...concluded(1) }, 'bajo', 'identidad_sin_confirmar', ['IDENTIDAD_NO_VALIDADA', INTERNATIONAL], [...ID, ...CLEAR]],
  // Coverage
  ['no lists', { listas: unavailable }, 'medio', 'cobertura_parcial', ['COBERTURA_FUENTES_PARCIAL'], ['CONSULTAR_MAS_TARDE']],
  ['no judicial source, never attempted', { judicial: null }, 'medio', 'cobertura_parcial', ['COBERTURA_FUENTES_PARCIAL'], ['CONSULTAR_MAS_TARDE']],
  ['no lists, and a lawsuit in progress', { listas: unavailable, ...inProgress(1) }, 'medio', 'puntos_por_revisar', ['JUICIO_EN_CURSO', 'COBERTURA_FUENTES_PARCIAL'], [...STAGE, 'CONSULTAR_MAS_TARDE']],
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
        ...lists(['sanciones', 'personas_expuestas'], ['definitivo'], ['vigilancia']),
        ...lawsuits('concluido', 'en_curso', 'posible'),
      }),
    ).toEqual([
      'CURP_DADA_DE_BAJA',
      'IDENTIDAD_NO_COINCIDE',
      'IDENTIDAD_NO_VALIDADA',
      'CREDENCIAL_NO_COINCIDE',
      INTERNATIONAL,
      EXPOSED,
      TAX,
      POSSIBLE,
      'JUICIO_EN_CURSO',
      'JUICIOS_CONCLUIDOS',
      NAMESAKE,
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
    ['no_concluye', ['IDENTIDAD_CONFIRMADA']],
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
      'La consulta judicial muestra un juicio en curso, con datos que corresponden a la persona.',
      'Pregunte a la persona solicitante por el juicio en curso y, si puede mostrarlo, por un documento de la etapa en que se encuentra.',
      'El nivel es medio porque la consulta judicial muestra un juicio en curso, y conviene conocer en qué etapa se encuentra.',
    ],
    [
      'two lawsuits in progress',
      inProgress(2),
      'La consulta judicial muestra más de un juicio en curso, con datos que corresponden a la persona.',
      'Pregunte a la persona solicitante por cada juicio en curso y, si puede mostrarlo, por un documento de la etapa en que se encuentra.',
      'El nivel es medio porque la consulta judicial muestra más de un juicio en curso, y conviene conocer en qué etapa se encuentra cada uno.',
    ],
    [
      'one concluded lawsuit',
      concluded(1),
      'La consulta judicial muestra un juicio ya concluido, con datos que corresponden a la persona.',
      'Si lo considera útil, pregunte a la persona solicitante por la conclusión del juicio y, si puede mostrarlo, por un documento: pudo haberse resuelto a su favor.',
      'El nivel es medio porque la consulta judicial muestra un juicio ya concluido y no se sabe cómo terminó; si puede, la persona lo aclara con su conclusión.',
    ],
    [
      'two concluded lawsuits',
      concluded(2),
      'La consulta judicial muestra más de un juicio ya concluido, con datos que corresponden a la persona.',
      'Si lo considera útil, pregunte a la persona solicitante por la conclusión de cada juicio y, si puede mostrarlos, por los documentos: pudieron haberse resuelto a su favor.',
      'El nivel es medio porque la consulta judicial muestra más de un juicio ya concluido y no se sabe cómo terminaron; si puede, la persona lo aclara con la conclusión de cada uno.',
    ],
    [
      'a lawsuit under the name',
      lawsuits('posible'),
      'Se encontró al menos un juicio por nombre, que puede ser de otra persona que se llama igual.',
      'Pregunte a la persona solicitante si lo que se encontró por nombre se refiere a ella: si dice que no, eso basta para no tomarlo en cuenta, salvo prueba en contra.',
      'El nivel es medio porque se encontró al menos un juicio por nombre, que puede ser de otra persona; basta con preguntarle.',
    ],
  ])('speaks of %s as a reader would', (_, changes, text, step, explanation) => {
    const shown = Result.getOrThrow(recommend({ ...allInOrder, ...changes }))
    expect(shown.factors.find(({ source }) => source === 'judicial')?.text).toBe(text)
    expect(shown.steps[0]?.text).toBe(step)
    expect(shown.explanation).toBe(explanation)
  })

  it('has the version that version_prompt tells', () => {
    expect(engineVersion).toBe('2.0.0')
  })
})
