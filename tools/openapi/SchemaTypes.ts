import { execFileSync } from 'node:child_process'
import { knownValues } from '#wire/SimplifySchema.ts'

/** The subset of JSON Schema that our documents use. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly [knownValues]?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly description?: string
}

export type Schemas = Readonly<Record<string, JsonSchema>>

/** The comment at the top of a generated file. */
export const headerOf = (document: string, declarations: string): string =>
  `// Generated from ${document} by \`npm run openapi\`: change the declaration in ${declarations}.\n`

const comment = ({ description }: JsonSchema): string => (description === undefined ? '' : `/** ${description} */\n`)

const members = ({ properties = {}, required = [] }: JsonSchema): string =>
  Object.entries(properties)
    .map(([name, schema]) => `${comment(schema)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}\n`)
    .join('')

const objectType = (schema: JsonSchema): string => {
  if (schema.properties !== undefined) return `{\n${members(schema)}}`
  const { additionalProperties: values } = schema
  return `Record<string, ${typeof values === 'object' ? typeOf(values) : 'unknown'}>`
}

/** The TypeScript type of each JSON type. */
const byName: Readonly<Record<string, (schema: JsonSchema) => string>> = {
  string: () => 'string',
  number: () => 'number',
  integer: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
  array: ({ items = {} }) => `(${typeOf(items)})[]`,
  object: objectType,
}

/** A union of these values. */
const literals = (values: ReadonlyArray<unknown>): string => values.map((value) => JSON.stringify(value)).join(' | ')

const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.anyOf !== undefined) return schema.anyOf.map((member) => `(${typeOf(member)})`).join(' | ')
  if (schema.enum !== undefined) return literals(schema.enum)
  const { [knownValues]: known } = schema
  // An editor suggests the known values, and the type also accepts values of later versions.
  if (known !== undefined) return `${literals(known)} | (string & Record<never, never>)`
  const names = schema.type === undefined ? [] : [schema.type].flat()
  return names.map((name) => byName[name]?.(schema) ?? 'unknown').join(' | ') || 'unknown'
}

const declaration = ([name, schema]: readonly [string, JsonSchema]): string =>
  schema.properties === undefined
    ? `${comment(schema)}export type ${name} = ${typeOf(schema)}\n`
    : `${comment(schema)}export interface ${name} ${objectType(schema)}\n`

/** The TypeScript declarations of named schemas, formatted for the linter. */
export const typesOf = (header: string, schemas: Schemas, path: string): string => {
  const sorted = Object.entries(schemas).sort(([one], [other]) => one.localeCompare(other))
  return execFileSync(
    process.execPath,
    ['node_modules/@biomejs/biome/bin/biome', 'format', `--stdin-file-path=${path}`],
    {
      input: [header, ...sorted.map(declaration)].join('\n'),
      encoding: 'utf8',
    },
  )
}
