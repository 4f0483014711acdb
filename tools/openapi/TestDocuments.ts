import { DateTime } from 'effect'
import type { SourceName } from '#domain/evidence/Source.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import { type Recipe, recipeKinds, recipes } from '#simulator/sources/Recipes.ts'
import { scripted } from '#simulator/sources/ScriptedFindings.ts'
import { documentOf, verificaciones } from '#wire/Examples.ts'
import type { Respuesta } from '#wire/Respuesta.ts'
import { headerOf } from './SchemaTypes.ts'

/** The documents that a partner's unit tests need, one for each recipe and end: from the engine and the rendering. */

const sources = ['identidad', 'listas', 'judicial'] as const
const now = DateTime.makeUnsafe('2026-01-15T16:31:07.482Z')

/** What a source says of a recipe's applicant; nothing where it is broken. */
const answerOf = (source: SourceName, { hallazgos, fallas, solicitante }: Recipe): SourceAnswer => {
  const silent: SourceAnswer = { source, outcome: { _tag: 'no_disponible' } }
  const { curp, nombre = null, apellido_paterno = null, apellido_materno = null } = solicitante
  const subject = { curp, nombre, apellidoPaterno: apellido_paterno, apellidoMaterno: apellido_materno }
  return fallas.some(({ fuente }) => fuente === source) ? silent : scripted(silent, hallazgos, { subject, now })
}

const documentFor = (recipe: Recipe): Respuesta => documentOf(sources.map((source) => answerOf(source, recipe)))

const documentsOf = (para: Recipe['para']): ReadonlyArray<readonly [codigo: string, document: Respuesta]> =>
  recipes.filter((one) => one.para === para).map((recipe) => [recipe.codigo, documentFor(recipe)])

const union = (names: ReadonlyArray<string>): string => names.map((name) => `'${name}'`).join(' | ')

const typeFor = (para: Recipe['para']): string => {
  const document = para === 'sin_recomendacion' ? 'Verificacion' : 'VerificacionEmitida'
  return `  readonly ${para}: Readonly<Record<${union(documentsOf(para).map(([codigo]) => codigo))}, ${document}>>\n`
}

const linesFor = (para: Recipe['para']): string =>
  [
    `  ${para}: {`,
    ...documentsOf(para).map(([codigo, document]) => `    ${codigo}: ${JSON.stringify(document)},`),
    '  },\n',
  ].join('\n')

/** The module, as it is committed. */
export const testDocuments = (): string =>
  [
    '// biome-ignore-all format: one line for each document\n',
    headerOf('the recipes of simulator/sources', 'src/wire and src/domain'),
    "import type { Verificacion, VerificacionEmitida } from './Verification.ts'\n\n",
    '/** A verification in progress. */\n',
    `export const inProgress: Verificacion = ${JSON.stringify(verificaciones.en_proceso)}\n\n`,
    '/** A document for everything that a verification can come to, by what it shows and its code. */\n',
    `export const documents: {\n${recipeKinds.map(typeFor).join('')}} = {\n${recipeKinds.map(linesFor).join('')}}\n`,
  ].join('')
