/**
 * Writes the types of the client from the schemas of `docs/openapi.json`; `--check` fails where the committed file
 * is another.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { compile, type JSONSchema } from 'json-schema-to-typescript'

const source = 'docs/openapi.json'
const target = 'src/client/Contract.ts'
const header = `// Generated from ${source} by scripts/exportClientTypes.ts (npm run openapi): change the declaration in src/wire.\n`

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
const document: { components: { schemas: Record<string, JSONSchema> } } = JSON.parse(readFileSync(source, 'utf8'))
const types = await Promise.all(
  Object.entries(document.components.schemas)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, schema]) => compile(JSON.parse(JSON.stringify(schema, forTypes)), name, options)),
)
const written = execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${target}`], {
  // A comment of one line stands on one.
  input: [header, ...types].join('\n').replace(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, '/** $1 */'),
  encoding: 'utf8',
})

if (!process.argv.includes('--check')) {
  writeFileSync(target, written)
} else if (readFileSync(target, 'utf8') !== written) {
  process.stderr.write(`${target} is not what ${source} says: run npm run openapi\n`)
  process.exitCode = 1
}
