import { Predicate } from 'effect'
import type { Json, JsonObject } from 'effect/Schema'

const isObject = (value: Json | undefined): value is JsonObject => Predicate.isObject(value) && !Array.isArray(value)

/** Merges the parts of an `allOf` into the schema, unless a keyword would appear twice. */
const folded = ({ allOf, ...schema }: JsonObject): JsonObject => {
  if (!Array.isArray(allOf)) return schema
  const parts = [schema, ...allOf.filter(isObject)]
  const keywords = parts.flatMap((part) => Object.keys(part))
  return new Set(keywords).size === keywords.length ? Object.assign({}, ...parts) : { ...schema, allOf }
}

/**
 * Replaces a choice between a type and null by a list of both types, and a choice of one by its schema. A choice between
 * an `enum` and null stays: generators of clients do not compile a null in an `enum`.
 */
const chosen = ({ anyOf, ...rest }: JsonObject): JsonObject => {
  if (!Array.isArray(anyOf)) return rest
  const [schema, other] = anyOf
  if (!isObject(schema) || anyOf.length > 2) return { anyOf, ...rest }
  if (other === undefined) return { ...schema, ...rest }
  if (!isObject(other) || other.type !== 'null' || typeof schema.type !== 'string' || 'enum' in schema) {
    return { anyOf, ...rest }
  }
  return { ...schema, type: [schema.type, 'null'], ...rest }
}

/** The keyword for the known values of an answer's member that may have other values later (contract 9.2). */
export const knownValues = 'x-extensible-enum'

/** If values may be added, lists the known values and accepts any other. */
const grown = ({ mayGrow, ...schema }: JsonObject): JsonObject => {
  const { enum: known, ...open } = schema
  if (mayGrow === undefined) return schema
  return known === undefined ? { ...schema, mayGrow } : { ...open, [knownValues]: known }
}

/** Members that may be absent are not required. The mark itself is removed. */
const relieved = (schema: JsonObject): JsonObject => {
  const { properties, required } = schema
  if (!isObject(properties) || !Array.isArray(required)) return schema
  const members = Object.entries(properties).map(([name, member]) => {
    const { mayBeAbsent = false, ...rest } = isObject(member) ? member : {}
    return { name, rest, mayBeAbsent }
  })
  return {
    ...schema,
    properties: Object.fromEntries(members.map(({ name, rest }) => [name, rest])),
    required: members.flatMap(({ name, mayBeAbsent }) => (required.includes(name) && !mayBeAbsent ? [name] : [])),
  }
}

/**
 * Rewrites generated JSON Schema to the form that a person would write, for the same values. It is a reviver of
 * `JSON.parse`, so parts are rewritten before the schema that contains them.
 */
export const simplifySchema = (_key: string, node: Json): Json =>
  isObject(node) ? relieved(grown(chosen(folded(node)))) : node
