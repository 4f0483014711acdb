import { Predicate } from 'effect'
import type { Json, JsonObject } from 'effect/Schema'

const isObject = (value: Json | undefined): value is JsonObject => Predicate.isObject(value) && !Array.isArray(value)

/** Folds each part of an `allOf` into the schema, unless a keyword would stand twice. */
const folded = ({ allOf, ...schema }: JsonObject): JsonObject => {
  if (!Array.isArray(allOf)) return schema
  const parts = [schema, ...allOf.filter(isObject)]
  const keywords = parts.flatMap((part) => Object.keys(part))
  return new Set(keywords).size === keywords.length ? Object.assign({}, ...parts) : { ...schema, allOf }
}

/** One type or null: both types side by side. A choice of one is no choice. */
const chosen = ({ anyOf, ...rest }: JsonObject): JsonObject => {
  if (!Array.isArray(anyOf)) return rest
  const [schema, other] = anyOf
  if (!isObject(schema) || anyOf.length > 2) return { anyOf, ...rest }
  if (other === undefined) return { ...schema, ...rest }
  if (!isObject(other) || other.type !== 'null' || typeof schema.type !== 'string') return { anyOf, ...rest }
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  return { ...schema, type: [schema.type, 'null'], ...values, ...rest }
}

/** Where the values that are known today stand, of a member of an answer that may have others tomorrow (contract 9.2). */
export const knownValues = 'x-extensible-enum'

/** Of values that may grow, those of today are told, and others are accepted. */
const grown = ({ mayGrow, ...schema }: JsonObject): JsonObject => {
  const { enum: known, ...open } = schema
  if (mayGrow === undefined) return schema
  return known === undefined ? { ...schema, mayGrow } : { ...open, [knownValues]: known }
}

/** Members that may be absent are not required; the mark itself says nothing to a reader. */
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
 * Rewrites generated JSON Schema into what a person would have written, for the same values. It is a
 * reviver of `JSON.parse`, so that parts are rewritten before what they are part of.
 */
export const simplifySchema = (_key: string, node: Json): Json =>
  isObject(node) ? relieved(grown(chosen(folded(node)))) : node
