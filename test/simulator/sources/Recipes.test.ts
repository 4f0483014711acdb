import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FactorCode } from '#domain/recommendation/Catalog.ts'
import { StepCode } from '#domain/recommendation/CatalogSteps.ts'
import { explanations, Reason } from '#domain/recommendation/CatalogTexts.ts'
import { Level } from '#domain/recommendation/Recommendation.ts'
import { type Recipe, recipes } from '#simulator/sources/Recipes.ts'
import { verificationOf } from '#test/support/documents.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'
import type { Respuesta } from '#wire/Respuesta.ts'

const codesFor = (para: Recipe['para']) => recipes.filter((one) => one.para === para).map(({ codigo }) => codigo)

describe('the recipes', () => {
  it('have one for every factor, step, level and explanation of the catalogue, each with a CURP of its own', () => {
    expect(codesFor('factor')).toEqual([...FactorCode.literals])
    expect(codesFor('paso')).toEqual([...StepCode.literals])
    expect(codesFor('nivel')).toEqual([...Level.literals])
    expect(codesFor('explicacion').toSorted()).toEqual([...Reason.literals].sort())
    expect(codesFor('sin_recomendacion')).toEqual([
      'identidad_no_disponible',
      'curp_inexistente',
      'fuentes_insuficientes',
    ])
    expect(new Set(recipes.map(({ solicitante }) => solicitante.curp)).size).toBe(recipes.length)
  })
})

/** Whether the verification came to what the recipe is for. */
const reaches: Record<Recipe['para'], (recomendacion: Respuesta['recomendacion'], codigo: string) => boolean> = {
  factor: (came, codigo) => came?.sustento_documental.factores.some((one) => one.codigo === codigo) ?? false,
  paso: (came, codigo) => came?.siguientes_pasos.some((one) => one.codigo === codigo) ?? false,
  nivel: (came, codigo) => came?.sustento_documental.nivel === codigo,
  explicacion: (came, codigo) =>
    Reason.literals.some(
      (reason) =>
        reason === codigo && came?.sustento_documental.por_que_este_nivel?.explicacion === explanations[reason],
    ),
  sin_recomendacion: (came) => came === null,
}

describe.each(['fixtures', 'providers'] as const)('a recipe of GET /_simulador/recetas, with sources %s', (sources) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ sources })
  })
  afterAll(() => sandbox.stop())

  it.each(recipes.map(({ para, codigo }) => [para, codigo] as const))(
    'leads to what it is for: %s %s',
    async (para, codigo) => {
      const { llave } = await sandbox.account()
      const { recetas } = (await sandbox.call('GET', '/_simulador/recetas')).body as {
        readonly recetas: ReadonlyArray<Recipe>
      }
      const recipe = recetas.find((one) => one.para === para && one.codigo === codigo)
      expect((await sandbox.call('POST', '/_simulador/hallazgos', { body: recipe?.hallazgos })).status).toBe(200)
      for (const body of recipe?.fallas ?? []) {
        expect((await sandbox.call('POST', '/_simulador/fuentes', { body })).status).toBe(200)
      }
      const { verificacion_id: id } = verificationOf(await sandbox.create(llave, { solicitante: recipe?.solicitante }))
      await sandbox.advance(600)
      const { estado, recomendacion } = verificationOf(await sandbox.read(llave, id))
      for (const { fuente } of recipe?.fallas ?? []) {
        await sandbox.call('POST', '/_simulador/fuentes', { body: { fuente, falla: null } })
      }
      const { accion = null, sustento_documental: support = null } = recomendacion ?? {}
      expect({ estado, accion, nivel: support?.nivel ?? null }).toEqual(recipe?.fin)
      expect(reaches[para](recomendacion, codigo)).toBe(true)
    },
  )
})
