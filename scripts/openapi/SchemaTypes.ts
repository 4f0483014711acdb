import { execFileSync } from 'node:child_process'
import { compile, type JSONSchema } from 'json-schema-to-typescript'

/** What stands above generated types. */
export const headerOf = (document: string, declarations: string): string =>
  `// Generated from ${document} by \`npm run openapi\`: change the declaration in ${declarations}.\n`

/** A bound says nothing in a type: an array of at most 5 would become tuples of every length. */
const bounds = new Set(['minItems', 'maxItems'])

/** An object that declares no member holds any. */
const free = new Map([
  ['object', 'Record<string, unknown>'],
  ['object,null', 'Record<string, unknown> | null'],
])
const freeType = (schema: object): string | undefined =>
  'type' in schema && !['properties', 'additionalProperties'].some((part) => part in schema)
    ? free.get(String(schema.type))
    : undefined

/** References between schemas become references between types. */
const forTypes = (key: string, value: unknown): unknown => {
  if (bounds.has(key)) return undefined
  // What an answer may have besides is not spoken of.
  if (key === 'additionalProperties' && value === true) return undefined
  if (value === null || typeof value !== 'object') return value
  const tsType = freeType(value)
  if (tsType !== undefined) return { ...value, tsType }
  if (!('$ref' in value)) return value
  const { $ref, ...rest } = value
  return { ...rest, tsType: String($ref).split('/').at(-1) }
}

const options = { bannerComment: '', additionalProperties: false, format: false }

export type Schemas = Readonly<Record<string, JSONSchema>>

/** TypeScript for schemas by their names, as it is committed. */
export const typesOf = async (header: string, schemas: Schemas, path: string): Promise<string> => {
  const types = await Promise.all(
    Object.entries(schemas)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, schema]) => compile(JSON.parse(JSON.stringify(schema, forTypes)), name, options)),
  )
  return execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${path}`], {
    // A comment of one line stands on one.
    input: [header, ...types].join('\n').replace(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, '/** $1 */'),
    encoding: 'utf8',
  })
}
