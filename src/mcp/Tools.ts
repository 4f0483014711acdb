import { Predicate, Record, Schema } from 'effect'
import { McpSchema, Tool } from 'effect/ai'
import type { Json, JsonObject } from 'effect/Schema'
import { promised } from '#wire/Field.ts'
import { Consumo, Lista, Respuesta, Salud } from '#wire/Respuesta.ts'
import { knownValues, simplifySchema } from '#wire/SimplifySchema.ts'
import * as Arguments from './Arguments.ts'
import * as Texts from './Texts.ts'

/**
 * The declaration of the five tools (contract 4.39). Each contains the complete schemas of the wire, because not every
 * client follows a `$ref`. Examples are left out: an agent without a CURP or a consent might send them.
 */

const isObject = (value: Json): value is JsonObject => Predicate.isObject(value)

/** Merges `allOf`, the annotations of a member, into its schema. */
const folded = ({ allOf, ...schema }: JsonObject): JsonObject =>
  Array.isArray(allOf) ? Object.assign({}, schema, ...allOf) : schema

/** A keyword outside JSON Schema makes strict clients refuse the whole tool. */
const withoutKnownValues = (schema: Json): Json => {
  if (!isObject(schema)) return schema
  const { [knownValues]: _, ...rest } = schema
  return rest
}

export const objectSchema = (schema: Schema.Top, onExcessProperty: 'error' | 'ignore'): McpSchema.ToolJson => {
  const generated = Schema.toJsonSchemaDocument(schema, {
    onExcessProperty,
    referencePolicy: () => undefined,
    includeAnnotationKey: (key) => promised.includes(key),
  })
  const text = JSON.stringify(generated.schema, (key, value) => (key === 'examples' ? undefined : value))
  return JSON.parse(text, (key, node: Json) =>
    withoutKnownValues(simplifySchema(key, isObject(node) ? folded(node) : node)),
  )
}

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
/** It adds data, repeating it has no further effect, and it consults external sources. */
const creates = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true }

interface Declaration {
  readonly title: string
  readonly description: string
  readonly input: Schema.Top
  readonly output: Schema.Top
  readonly hints: typeof reads
}

const declarations = {
  crear_verificacion: {
    title: 'Crear una verificación',
    description: Texts.crearVerificacion,
    input: Arguments.Crear,
    output: Respuesta,
    hints: creates,
  },
  consultar_verificacion: {
    title: 'Consultar una verificación',
    description: Texts.consultarVerificacion,
    input: Arguments.Consultar,
    output: Respuesta,
    hints: reads,
  },
  listar_verificaciones: {
    title: 'Listar verificaciones',
    description: Texts.listarVerificaciones,
    input: Arguments.Listar,
    output: Lista,
    hints: reads,
  },
  consultar_consumo: {
    title: 'Consultar precio y saldo',
    description: Texts.consultarConsumo,
    input: Tool.EmptyParams,
    output: Consumo,
    hints: reads,
  },
  consultar_salud: {
    title: 'Consultar la salud del servicio',
    description: Texts.consultarSalud,
    input: Tool.EmptyParams,
    output: Salud,
    hints: reads,
  },
} satisfies Record<string, Declaration>

export type ToolName = keyof typeof declarations

export const tools: ReadonlyArray<readonly [ToolName, McpSchema.Tool]> = Record.toEntries(declarations).map(
  ([name, { title, description, input, output, hints }]) => [
    name,
    new McpSchema.Tool({
      name,
      title,
      description,
      inputSchema: objectSchema(input, 'error'),
      // Open, like the answers of the routes: fields may be added later.
      outputSchema: objectSchema(output, 'ignore'),
      annotations: { title, ...hints },
    }),
  ],
)
