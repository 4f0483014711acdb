import { Result } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Evidence, JudicialFindings, ListFindings } from '#domain/evidence/Findings.ts'
import type { LawsuitMeaning } from '#domain/evidence/Lawsuits.ts'
import { type SourceName, sourceNames } from '#domain/evidence/Source.ts'
import * as Limits from '#domain/Limits.ts'
import { FactorCode } from '#domain/recommendation/Catalog.ts'
import { StepCode } from '#domain/recommendation/CatalogSteps.ts'
import { explanations, messages } from '#domain/recommendation/CatalogTexts.ts'
import { recommend } from '#domain/recommendation/Engine.ts'
import type { Recommendation } from '#domain/recommendation/Recommendation.ts'
import {
  allInOrder,
  arbitraryEvidence,
  arbitraryIdentity,
  arbitraryLawsuit,
  arbitraryLists,
  consulted,
  goodIdentity,
  type Identity,
  noLawsuits,
  noMatches,
  unavailable,
} from '#tools/service/arbitraryEvidence.ts'

const runs = { numRuns: 3_000 }

const shown = (evidence: Evidence): Recommendation | null =>
  Result.match(recommend(evidence), { onSuccess: (recommendation) => recommendation, onFailure: () => null })

// Best last; what cannot be recommended stands below all.
const levels: ReadonlyArray<string | undefined> = [undefined, 'bajo', 'medio', 'alto']
const actions: ReadonlyArray<string | undefined> = [
  undefined,
  'no_continuar_todavia',
  'continuar_con_reservas',
  'puede_continuar',
]
const levelRank = (evidence: Evidence) => levels.indexOf(shown(evidence)?.level)
const actionRank = (evidence: Evidence) => actions.indexOf(shown(evidence)?.action)
const expectNotBetter = (worse: Evidence, than: Evidence) => {
  expect(levelRank(worse)).toBeLessThanOrEqual(levelRank(than))
  expect(actionRank(worse)).toBeLessThanOrEqual(actionRank(than))
}

const emitted = arbitraryEvidence.filter((evidence) => shown(evidence) !== null)
const codes = (recommendation: Recommendation) => recommendation.factors.map(({ code }) => code)

const identityOf = ({ identidad }: Evidence): Identity | null =>
  identidad?._tag === 'consultada' && identidad.findings._tag === 'existe' ? identidad.findings : null
const listsOf = ({ listas }: Evidence): ListFindings | null => (listas?._tag === 'consultada' ? listas.findings : null)
const judicialOf = ({ judicial }: Evidence): JudicialFindings | null =>
  judicial?._tag === 'consultada' ? judicial.findings : null

/** The partial order of findings, identity: every identity one step below this one. */
const worseIdentities = (identity: Identity): ReadonlyArray<Identity> => {
  const { estatus, nombre, validacion, credencial } = identity
  const options: ReadonlyArray<Identity | null> = [
    estatus === 'activa' ? { ...identity, estatus: 'reemplazada' } : null,
    estatus === 'reemplazada' ? { ...identity, estatus: 'baja' } : null,
    nombre === 'coincide' ? { ...identity, nombre: 'no_proporcionado' } : null,
    nombre === 'no_proporcionado' ? { ...identity, nombre: 'no_concluye' } : null,
    nombre === 'no_concluye' ? { ...identity, nombre: 'no_coincide' } : null,
    validacion === 'valida' ? { ...identity, validacion: 'no_valida' } : null,
    credencial === 'coincide' ? { ...identity, credencial: 'no_localizada' } : null,
    credencial === 'no_localizada' ? { ...identity, credencial: 'no_coincide' } : null,
  ]
  return options.flatMap((option) => option ?? [])
}

/** Lists: one more match of any kind, certain or possible, a tax situation that turns worse, or what was possible. */
const worseLists = (lists: ListFindings): ReadonlyArray<ListFindings> => {
  const { internacionales, fiscal, posibles = [] } = lists
  return [
    ...(['sanciones', 'personas_expuestas', 'vigilancia'] as const).flatMap((kind) => [
      { ...lists, internacionales: [...internacionales, kind] },
      { ...lists, posibles: [...posibles, kind] },
      ...(posibles.includes(kind)
        ? [{ ...lists, internacionales: [...internacionales, kind], posibles: posibles.filter((one) => one !== kind) }]
        : []),
    ]),
    ...(['presunto', 'definitivo', 'desvirtuado', 'sentencia_favorable'] as const).map((situation) => ({
      ...lists,
      fiscal: [...fiscal, situation],
    })),
    ...(posibles.includes('fiscal')
      ? [{ ...lists, fiscal: [...fiscal, 'definitivo' as const], posibles: posibles.filter((one) => one !== 'fiscal') }]
      : [{ ...lists, posibles: [...posibles, 'fiscal' as const] }]),
    ...fiscal.map((situation, at) => ({
      ...lists,
      fiscal: fiscal.with(at, situation === 'presunto' || situation === 'definitivo' ? 'definitivo' : 'presunto'),
    })),
  ]
}

/** What a lawsuit means after one more thing about it is known, or it goes on. */
const worseMeanings: Readonly<Record<LawsuitMeaning, ReadonlyArray<LawsuitMeaning>>> = {
  posible: ['concluido', 'penal_en_curso', 'en_curso'],
  concluido: ['penal_en_curso', 'en_curso'],
  penal_en_curso: [],
  en_curso: ['arrendamiento_en_curso'],
  arrendamiento_en_curso: [],
}

/** Lawsuits: one more, or one that means more. */
const worseLawsuits = ({ juicios }: JudicialFindings, added: LawsuitMeaning): ReadonlyArray<JudicialFindings> => [
  { juicios: [...juicios, added] },
  ...juicios.flatMap((meaning, at) => worseMeanings[meaning].map((worse) => ({ juicios: juicios.with(at, worse) }))),
]

const worsen = (evidence: Evidence, added: LawsuitMeaning): ReadonlyArray<Evidence> => {
  const identity = identityOf(evidence)
  const lists = listsOf(evidence)
  const judicial = judicialOf(evidence)
  return [
    ...(identity ? worseIdentities(identity) : []).map((worse) => ({ ...evidence, identidad: consulted(worse) })),
    ...(lists ? worseLists(lists) : []).map((worse) => ({ ...evidence, listas: consulted(worse) })),
    ...(judicial ? worseLawsuits(judicial, added) : []).map((worse) => ({ ...evidence, judicial: consulted(worse) })),
    { ...evidence, identidad: consulted({ _tag: 'no_existe' }) },
  ]
}

const adjustIdentity =
  (changes: Partial<Identity>) =>
  (evidence: Evidence): Evidence => ({
    ...evidence,
    identidad: consulted({ ...(identityOf(evidence) ?? goodIdentity), ...changes }),
  })

const adjustLists =
  (change: (lists: ListFindings) => Partial<ListFindings>) =>
  (evidence: Evidence): Evidence => {
    const lists = listsOf(evidence) ?? noMatches
    return { ...evidence, listas: consulted({ ...lists, ...change(lists) }) }
  }
const withoutLawsuits =
  (...meanings: ReadonlyArray<LawsuitMeaning>) =>
  (evidence: Evidence): Evidence => ({
    ...evidence,
    judicial: consulted({ juicios: judicialOf(evidence)?.juicios.filter((one) => !meanings.includes(one)) ?? [] }),
  })

/** What clears up each limiting factor; whatever else the source says stays. */
const clearUp: Partial<Record<string, (evidence: Evidence) => Evidence>> = {
  CURP_REEMPLAZADA: adjustIdentity({ estatus: 'activa' }),
  CURP_DADA_DE_BAJA: adjustIdentity({ estatus: 'activa' }),
  IDENTIDAD_NO_COINCIDE: adjustIdentity({ nombre: 'coincide' }),
  IDENTIDAD_NO_VALIDADA: adjustIdentity({ validacion: 'valida' }),
  CREDENCIAL_NO_COINCIDE: adjustIdentity({ credencial: 'coincide' }),
  COINCIDENCIA_EN_LISTAS_INTERNACIONALES: adjustLists(({ internacionales }) => ({
    internacionales: internacionales.filter((kind) => kind === 'personas_expuestas'),
  })),
  PERSONA_EXPUESTA_POLITICAMENTE: adjustLists(({ internacionales }) => ({
    internacionales: internacionales.filter((kind) => kind !== 'personas_expuestas'),
  })),
  COINCIDENCIA_EN_LISTA_FISCAL: adjustLists(() => ({ fiscal: [] })),
  POSIBLE_COINCIDENCIA_EN_LISTAS: adjustLists(() => ({ posibles: [] })),
  JUICIO_EN_CURSO: withoutLawsuits('penal_en_curso', 'en_curso', 'arrendamiento_en_curso'),
  JUICIOS_CONCLUIDOS: withoutLawsuits('concluido'),
  POSIBLE_REGISTRO_JUDICIAL: withoutLawsuits('posible'),
  COBERTURA_FUENTES_PARCIAL: (evidence) => ({
    ...evidence,
    listas: consulted(listsOf(evidence) ?? noMatches),
    judicial: consulted(judicialOf(evidence) ?? noLawsuits),
  }),
}

describe('Engine, whatever the evidence', () => {
  it('answers exactly when the identity is known and two sources were consulted, and always the same', () => {
    fc.assert(
      fc.property(arbitraryEvidence, (evidence) => {
        const consultedSources = sourceNames.filter((source) => evidence[source]?._tag === 'consultada').length
        expect(shown(evidence) !== null).toBe(identityOf(evidence) !== null && consultedSources >= 2)
        expect(recommend(evidence)).toEqual(recommend(structuredClone(evidence)))
      }),
      runs,
    )
  })

  it('keeps the limits of the contract: factors, determinantes, siguientes_pasos', () => {
    fc.assert(
      fc.property(emitted, (evidence) => {
        const { factors, determinants, steps } = Result.getOrThrow(recommend(evidence))
        const factorCodes = factors.map(({ code }) => code)
        expect(factors.length).toBeGreaterThanOrEqual(1)
        expect(factors.length).toBeLessThanOrEqual(Limits.factors)
        expect(new Set(factorCodes).size).toBe(factorCodes.length)
        expect(determinants.length).toBeGreaterThanOrEqual(1)
        expect(new Set(determinants).size).toBe(determinants.length)
        expect(determinants.filter((code) => !factorCodes.includes(code))).toEqual([])
        const stepCodes = steps.map(({ code }) => code)
        expect(stepCodes.length).toBeLessThanOrEqual(Limits.nextSteps)
        expect(new Set(stepCodes).size).toBe(stepCodes.length)
        expect(stepCodes.at(-1)).toBe('DECISION_DEL_ARRENDADOR')
      }),
      runs,
    )
  })

  it('shows factors of consulted sources only, and never one that says all is well beside one that says it is not', () => {
    const well = {
      NOMBRE_COINCIDE: ['IDENTIDAD_NO_COINCIDE'],
      IDENTIDAD_CONFIRMADA: ['CURP_REEMPLAZADA', 'CURP_DADA_DE_BAJA', 'IDENTIDAD_NO_COINCIDE', 'IDENTIDAD_NO_VALIDADA'],
      SIN_COINCIDENCIAS_EN_LISTAS: [
        'COINCIDENCIA_EN_LISTAS_INTERNACIONALES',
        'PERSONA_EXPUESTA_POLITICAMENTE',
        'COINCIDENCIA_EN_LISTA_FISCAL',
        'POSIBLE_COINCIDENCIA_EN_LISTAS',
      ],
      SIN_REGISTROS_JUDICIALES: ['JUICIO_EN_CURSO', 'JUICIOS_CONCLUIDOS', 'POSIBLE_REGISTRO_JUDICIAL'],
      COBERTURA_FUENTES_COMPLETA: ['COBERTURA_FUENTES_PARCIAL'],
    }
    fc.assert(
      fc.property(emitted, (evidence) => {
        const recommendation = Result.getOrThrow(recommend(evidence))
        expect(new Set(recommendation.factors.map(({ source }) => source))).toEqual(
          new Set([...sourceNames.filter((source) => evidence[source]?._tag === 'consultada'), null]),
        )
        const present = codes(recommendation)
        for (const [code, opposites] of Object.entries(well)) {
          if (present.includes(code)) expect(opposites.filter((opposite) => present.includes(opposite))).toEqual([])
        }
      }),
      runs,
    )
  })

  it('pairs action, mensaje and nivel, and lets factors of the right effect define the level', () => {
    fc.assert(
      fc.property(emitted, (evidence) => {
        const { action, level, message, factors, determinants } = Result.getOrThrow(recommend(evidence))
        expect(actions.indexOf(action)).toBe(levels.indexOf(level))
        expect(message).toBe(messages[action])
        const effects = factors.filter(({ code }) => determinants.includes(code)).map(({ effect }) => effect)
        expect(new Set(effects)).toEqual(new Set([level === 'alto' ? 'fortalece' : 'limita']))
        expect(level === 'alto').toBe(factors.every(({ effect }) => effect === 'fortalece'))
      }),
      runs,
    )
  })

  it('never gives a better level or action to worse findings', () => {
    fc.assert(
      fc.property(arbitraryEvidence, arbitraryLawsuit, (evidence, added) => {
        for (const worse of worsen(evidence, added)) expectNotBetter(worse, evidence)
      }),
      runs,
    )
  })

  it('never gives a better level or action to a missing source than to one that has nothing to clear up', () => {
    fc.assert(
      fc.property(
        arbitraryEvidence,
        fc.constantFrom<SourceName>(...sourceNames),
        fc.constantFrom(null, unavailable),
        (evidence, source, missing) => {
          const fewer = { ...evidence, [source]: missing }
          expectNotBetter(fewer, { ...evidence, [source]: allInOrder[source] })
          expect(levelRank(fewer)).toBeLessThanOrEqual(levels.indexOf('medio'))
        },
      ),
      runs,
    )
  })

  it('treats a source that was never attempted like one that is no_disponible', () => {
    fc.assert(
      fc.property(arbitraryEvidence, fc.constantFrom<SourceName>(...sourceNames), (evidence, source) => {
        expect(recommend({ ...evidence, [source]: null })).toEqual(recommend({ ...evidence, [source]: unavailable }))
      }),
      runs,
    )
  })

  it('never gives bajo to what is only possible in the lists and would not be bajo without', () => {
    fc.assert(
      fc.property(emitted, arbitraryLists, (evidence, { posibles = [] }) => {
        const without = clearUp['POSIBLE_COINCIDENCIA_EN_LISTAS']?.(evidence) ?? evidence
        const withPossible = { ...without, listas: consulted({ ...(listsOf(without) ?? noMatches), posibles }) }
        const lowest = Math.min(levelRank(without), levels.indexOf('medio'))
        expect(levelRank(withPossible)).toBeGreaterThanOrEqual(lowest)
        if (posibles.length > 0) expect(levelRank(withPossible)).toBeLessThanOrEqual(levels.indexOf('medio'))
      }),
      runs,
    )
  })

  it('raises the level when everything named in determinantes is cleared up', () => {
    fc.assert(
      fc.property(emitted, (evidence) => {
        const { level, determinants } = Result.getOrThrow(recommend(evidence))
        fc.pre(level !== 'alto')
        const cleared = determinants.reduce((sofar, code) => clearUp[code]?.(sofar) ?? sofar, evidence)
        expect(levelRank(cleared)).toBeGreaterThan(levelRank(evidence))
      }),
      runs,
    )
  })

  it('gives a name that may be written differently the level, factors and determinantes of one that was not given', () => {
    fc.assert(
      fc.property(emitted, (evidence) => {
        const named = (nombre: Identity['nombre']) => Result.getOrThrow(recommend(adjustIdentity({ nombre })(evidence)))
        const { steps, ...unclear } = named('no_concluye')
        const { steps: otherSteps, ...notGiven } = named('no_proporcionado')
        expect(unclear).toEqual(notGiven)
        expect(steps.map(({ code }) => code)).toContain('COTEJAR_NOMBRE_EN_IDENTIFICACION')
        expect(otherSteps.map(({ code }) => code)).not.toContain('COTEJAR_NOMBRE_EN_IDENTIFICACION')
      }),
      runs,
    )
  })

  it('never gives bajo for lawsuits by name or criminal cases, however many', () => {
    fc.assert(
      fc.property(emitted, fc.array(fc.constantFrom<LawsuitMeaning>('posible', 'penal_en_curso')), (evidence, more) => {
        fc.pre(levelRank(evidence) > levels.indexOf('bajo'))
        const juicios = [...(judicialOf(evidence)?.juicios ?? []), ...more]
        expect(levelRank({ ...evidence, judicial: consulted({ juicios }) })).toBeGreaterThan(levels.indexOf('bajo'))
      }),
      runs,
    )
  })

  it('does not see presumed or cleared tax situations, order or repetition in lists, or order of lawsuits', () => {
    fc.assert(
      fc.property(arbitraryIdentity, arbitraryLists, fc.array(arbitraryLawsuit), (identity, lists, juicios) => {
        const evidence = { identidad: consulted(identity), listas: consulted(lists), judicial: consulted({ juicios }) }
        expect(
          recommend({
            ...evidence,
            listas: consulted({
              ...lists,
              internacionales: [...new Set(lists.internacionales)].reverse(),
              fiscal: lists.fiscal.includes('definitivo') ? ['definitivo'] : [],
              posibles: [...new Set(lists.posibles)].reverse(),
            }),
            judicial: consulted({ juicios: juicios.toReversed() }),
          }),
        ).toEqual(recommend(evidence))
      }),
      runs,
    )
  })

  it('reaches every factor, step and explicacion of the catalog, and none outside it', () => {
    const reached = fc
      .sample(arbitraryEvidence, { seed: 1, numRuns: 10_000 })
      .flatMap((evidence) => shown(evidence) ?? [])
    expect(new Set(reached.flatMap(codes))).toEqual(new Set(FactorCode.literals))
    expect(new Set(reached.flatMap(({ steps }) => steps.map(({ code }) => code)))).toEqual(new Set(StepCode.literals))
    expect(new Set(reached.map(({ explanation }) => explanation))).toEqual(new Set(Object.values(explanations)))
    expect(new Set(reached.map(({ message }) => message))).toEqual(new Set(Object.values(messages)))
  })
})
