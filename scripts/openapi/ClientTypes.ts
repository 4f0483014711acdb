import { execFileSync } from 'node:child_process'
import { compile, type JSONSchema } from 'json-schema-to-typescript'

const header = '// Generated from docs/openapi.json by `npm run openapi`: change the declaration in src/wire.\n'

/** A bound says nothing in a type: an array of at most 5 would become tuples of every length. */
const bounds = new Set(['minItems', 'maxItems'])

/** References between schemas become references between types. */
const forTypes = (key: string, value: unknown): unknown => {
  if (bounds.has(key)) return undefined
  if (value === null || typeof value !== 'object' || !('$ref' in value)) return value
  const { $ref, ...rest } = value
  return { ...rest, tsType: String($ref).split('/').at(-1) }
}

const options = { bannerComment: '', additionalProperties: false, format: false }

/**
 * The types of the client, from the schemas of the OpenAPI document.
 *
 * @param path where they are to stand, for the formatter
 */
export const clientTypes = async (openApi: string, path: string): Promise<string> => {
  const document: { components: { schemas: Record<string, JSONSchema> } } = JSON.parse(openApi)
  const types = await Promise.all(
    Object.entries(document.components.schemas)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, schema]) => compile(JSON.parse(JSON.stringify(schema, forTypes)), name, options)),
  )
  return execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${path}`], {
    // A comment of one line stands on one.
    input: [header, ...types].join('\n').replace(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, '/** $1 */'),
    encoding: 'utf8',
  })
}
