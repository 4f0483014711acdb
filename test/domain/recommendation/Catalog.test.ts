import { describe, expect, it } from 'vitest'
import type { ListKind } from '#domain/evidence/Findings.ts'
import { sourceNames } from '#domain/evidence/Source.ts'
import * as Limits from '#domain/Limits.ts'
import { FactorCode, factor } from '#domain/recommendation/Catalog.ts'
import { StepCode, step } from '#domain/recommendation/CatalogSteps.ts'
import { explanations, messages, microexplanation } from '#domain/recommendation/CatalogTexts.ts'

/** Words that would rate or describe the person, promise something, or tell what a record holds. */
const forbidden =
  /aprob|rechaz|garanti|score|scoring|calific|puntaje|puntuaci|moros|deud|adeud|riesg|confiab|confianza|lista negra|listas negras|fraud|sospech|\bapt[oa]s?\b|idóne|solven|\b(buen|mal)[oa]?s? (inquilin|arrendatari|persona|solicitante)|antecedent|delit|crim|culpab|sentenci|demanda|sancion|terroris|\bpolític|narc|lavado|vigilancia|penal|mercantil|laboral|familiar|evasi|factur|simulad|inexistente|peligro|alerta/i

const factors = FactorCode.literals.map((code) => factor(code))
const steps = StepCode.literals.map((code) => step(code))
/** As they are shown with other facts: more than one lawsuit, other sources and lists. */
const others = factors.flatMap(({ code, text, reviewed }) => {
  const other = factor(code, { several: [code], missing: 'listas', searched: ['fiscal'] })
  return other.text === text && other.reviewed === reviewed ? [] : [other]
})
const severalSteps = StepCode.literals
  .filter((code) => step(code, true).text !== step(code).text)
  .map((code) => step(code, true))

const texts: ReadonlyArray<readonly [where: string, text: string]> = [
  ...[...factors, ...others].flatMap(({ code, text, reviewed, meaning }) => [
    [`${code} texto`, text] as const,
    [`${code} que_se_reviso`, reviewed ?? ''] as const,
    [`${code} que_significa`, meaning ?? ''] as const,
  ]),
  ...[...steps, ...severalSteps].map(({ code, text }) => [code, text] as const),
  ...Object.entries(messages),
  ...Object.entries(explanations),
  ['microexplicacion', microexplanation],
]

describe('Catalog', () => {
  it.each(texts)('%s is one sentence within the limit that rates nobody', (_, text) => {
    expect(Array.from(text).length).toBeGreaterThan(10)
    expect(Array.from(text).length).toBeLessThanOrEqual(Limits.longTextLength)
    expect(text).toMatch(/^[A-ZÁÉÍÓÚÑ][^.!?¿¡\n]*\.$/)
    expect(text).toBe(text.normalize('NFC'))
    expect(text).not.toMatch(/ {2}|\d/)
    expect(text).not.toMatch(forbidden)
  })

  it('explains each case and each step in words of its own', () => {
    const shown = [...factors, ...others.filter(({ source }) => source !== 'listas'), ...steps, ...severalSteps]
    const own = [...shown.map(({ text }) => text), ...Object.values(explanations)]
    expect(new Set(own).size).toBe(own.length)
  })

  it('names each factor and step by its codigo', () => {
    expect(factors.map(({ code }) => code)).toEqual(FactorCode.literals)
    expect(steps.map(({ code }) => code)).toEqual(StepCode.literals)
    for (const code of [...FactorCode.literals, ...StepCode.literals]) expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
  })

  it('tells one lawsuit from several, and nothing else', () => {
    expect(others.filter(({ source }) => source === 'judicial').map(({ code }) => code)).toEqual([
      'JUICIO_EN_CURSO',
      'JUICIOS_CONCLUIDOS',
    ])
    expect(severalSteps.map(({ code }) => code)).toEqual([
      'PEDIR_CONSTANCIA_DE_JUICIO',
      'PEDIR_CONSTANCIA_DE_CONCLUSION',
    ])
  })

  it('claims of a CURP alone nothing of a name, which may not have been given', () => {
    const { text, reviewed, meaning } = factor('IDENTIDAD_CONFIRMADA')
    expect(`${text} ${reviewed} ${meaning}`).not.toMatch(/nombre|datos proporcionados/)
    expect(factor('NOMBRE_COINCIDE').text).toBe('El nombre proporcionado coincide con el que corresponde a la CURP.')
  })

  it.each(texts)('%s claims no more of an identity than the CURP, and puts an article before a match', (_, text) => {
    // What a CURP alone cannot do is confirm an identity; that it could not be confirmed may be said.
    expect(text).not.toMatch(
      /identidad (?:sí )?(?:se confirmó|está confirmada|quedó confirmada)|documento oficial respalda/,
    )
    expect(text).not.toMatch(/\b(?:encontró|hay|muestra) coincidencia\b/)
  })

  it('names the lists that were searched, the office records only if they were loaded, and the missing source', () => {
    const reviewed = (searched: ReadonlyArray<ListKind> | null) =>
      factor('SIN_COINCIDENCIAS_EN_LISTAS', { several: [], missing: 'judicial', searched }).reviewed
    const start = 'Se buscaron el nombre registrado y la fecha de nacimiento en'
    expect(reviewed(null)).toBe(
      `${start} listas internacionales, registros de cargos públicos y la lista de la autoridad fiscal.`,
    )
    expect(reviewed(['sanciones', 'vigilancia', 'fiscal'])).toBe(
      `${start} listas internacionales y la lista de la autoridad fiscal.`,
    )
    expect(reviewed(['sanciones'])).toBe(`${start} listas internacionales.`)
    expect(reviewed([])).toBe(`${start} ninguna lista.`)
    const partial = (missing: 'listas' | 'judicial') =>
      factor('COBERTURA_FUENTES_PARCIAL', { several: [], missing, searched: null }).text
    expect(partial('listas')).toBe('No fue posible consultar las listas.')
    expect(partial('judicial')).toBe('No fue posible consultar los registros judiciales.')
  })

  it('says that another verification may cost', () => {
    expect(step('CONSULTAR_MAS_TARDE').text).toContain('una nueva verificación puede tener costo')
  })

  it('gives every factor a source, except that fuente of a coverage factor is null', () => {
    for (const { code, source } of factors) {
      if (code.startsWith('COBERTURA_')) expect(source).toBeNull()
      else expect(sourceNames).toContain(source)
    }
  })

  it('says in microexplicacion that the level is of the information and not of the person', () => {
    expect(microexplanation).toContain('completa y consistente')
    expect(microexplanation).toContain('no valora a la persona')
  })
})
