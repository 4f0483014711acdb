import { readFileSync } from 'node:fs'
import { Ajv2020, type SchemaObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { knownValues } from '#wire/SimplifySchema.ts'

/** The committed OpenAPI document, read as a partner's tools read it. */

interface Media {
  readonly schema: SchemaObject
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>
}

interface Described {
  readonly description: string
  readonly required: boolean
  readonly schema: SchemaObject
  readonly example: unknown
}

interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Described>>
  readonly content?: { readonly 'application/json': Media }
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: ReadonlyArray<string>
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<Described & { readonly name: string; readonly in: string }>
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } }
  readonly responses: Readonly<Record<string, Response>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly paths: Paths
  readonly webhooks: Paths
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}

export const committed = readFileSync('docs/openapi.json', 'utf8')
export const openApi: OpenApiDocument = JSON.parse(committed)

/** Every operation by `method path`, the webhook among them. */
export const operations: ReadonlyArray<readonly [name: string, operation: Operation]> = Object.entries({
  ...openApi.paths,
  ...openApi.webhooks,
}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
)

/** References as the validator resolves them, from whatever schema they stand in. */
const resolvable = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"cotejo#/$defs/'))

/** The schema as our own answers must fit it: a member has no value but those that are known. */
export const closed = <S extends object>(schema: S): S =>
  JSON.parse(JSON.stringify(schema).replaceAll(`"${knownValues}"`, '"enum"'))

const validatorOf = (schemas: object) => {
  const validator = new Ajv2020({ strict: true, allErrors: true })
  validator.addKeyword(knownValues)
  addFormats.default(validator)
  return validator.addSchema({ $id: 'cotejo', $defs: resolvable(schemas) })
}

const misfitsBy =
  (validator: Ajv2020) =>
  (schema: object, value: unknown): ReadonlyArray<string> => {
    const validate = validator.compile(resolvable(schema))
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }

/** What a value has against a schema of the document; empty when it fits. */
export const misfits = misfitsBy(validatorOf(openApi.components.schemas))

/**
 * The schemas as our own answers must fit them: every field is there, and no other, and no unknown value (contract 2.8, 9.2). The
 * document leaves those of answers open, for what a later version adds.
 */
export const held = Object.fromEntries(
  Object.entries(openApi.components.schemas).map(([name, schema]) => [
    name,
    schema.additionalProperties === false
      ? schema
      : { ...closed(schema), required: Object.keys(schema.properties), additionalProperties: false },
  ]),
)

const heldMisfits = misfitsBy(validatorOf(held))

/** What a value of ours has against a schema of the document, held closed. */
export const ownMisfits = (schema: object, value: unknown): ReadonlyArray<string> => heldMisfits(closed(schema), value)
