import { Predicate, Schema } from 'effect'
import type { McpSchema } from 'effect/ai'
import type { Json, JsonObject } from 'effect/Schema'
import { promised } from '#wire/Field.ts'
import { knownValues, simplifySchema } from '#wire/SimplifySchema.ts'

/**
 * The schemas of a tool. Each is complete, because not every client follows a `$ref`. Examples are left out: an agent
 * without a CURP or a consent might send them.
 */

type Rewrite = (schema: JsonObject) => JsonObject

const isObject = (value: Json | undefined): value is JsonObject => Predicate.isReadonlyObject(value)

/** Merges `allOf`, the annotations of a member, into its schema. */
const folded: Rewrite = ({ allOf, ...schema }) => (Array.isArray(allOf) ? Object.assign({}, schema, ...allOf) : schema)

/** A keyword outside JSON Schema makes strict clients refuse the whole tool. */
const withoutKnownValues: Rewrite = ({ [knownValues]: _, ...schema }) => schema

/** A choice between values stands alone, so what describes it moves into each alternative. */
const choice = (alternatives: ReadonlyArray<Json>, described: JsonObject): JsonObject => {
  const schemas = alternatives.filter(isObject).filter(({ type }) => type !== 'null')
  const [first, ...others] = schemas.map((schema) => ({ ...schema, ...described }))
  return first === undefined || others.length > 0 ? { anyOf: [first ?? {}, ...others] } : first
}

/**
 * The form that model APIs accept: one type, no null, an `enum` of strings only, and no `format` but `date-time`. Some
 * refuse a whole request for anything else. The arguments are judged by the service, which accepts null for an absent
 * one.
 */
const plain: Rewrite = ({ anyOf, type, enum: values, format, prefixItems: _, ...schema }) => {
  if (Array.isArray(anyOf)) return choice(anyOf, schema)
  const texts = Array.isArray(values) ? values.filter(Predicate.isString) : []
  const kind = Array.isArray(type) ? type[0] : type
  return {
    ...(kind === undefined ? {} : { type: kind }),
    ...schema,
    ...(texts.length > 0 ? { enum: texts } : {}),
    ...(format === 'date-time' ? { format } : {}),
  }
}

const rewritten = (schema: Schema.Top, onExcessProperty: 'error' | 'ignore', last: Rewrite): McpSchema.ToolJson => {
  const generated = Schema.toJsonSchemaDocument(schema, {
    onExcessProperty,
    referencePolicy: () => undefined,
    includeAnnotationKey: (key) => promised.includes(key),
  })
  const text = JSON.stringify(generated.schema, (key, value) => (key === 'examples' ? undefined : value))
  return JSON.parse(text, (key, node: Json) => {
    const simplified = simplifySchema(key, isObject(node) ? folded(node) : node)
    return isObject(simplified) ? last(simplified) : simplified
  })
}

/** The arguments of a tool: closed. */
export const inputSchema = (schema: Schema.Top): McpSchema.ToolJson => rewritten(schema, 'error', plain)

/** The answer of a tool: open, like the answers of the routes, because fields may be added later. */
export const outputSchema = (schema: Schema.Top): McpSchema.ToolJson => rewritten(schema, 'ignore', withoutKnownValues)
