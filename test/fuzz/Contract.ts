import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { closed, committed, held, openApi } from '#test/support/openApi.ts'
import { knownValues } from '#wire/SimplifySchema.ts'

/** What the OpenAPI document says of answers: which there may be, and their schemas. */

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
addFormats.default(ajv)
// The document is no schema itself; the schemas are found in it by pointer.
ajv.addVocabulary(Object.keys(openApi))
const { components, ...rest } = closed(JSON.parse(committed))
// Our own answers have every field and no other.
ajv.addSchema({ $id: 'openapi', ...rest, components: { ...components, schemas: held } })

const validators = new Map<string, ValidateFunction>()

const validator = (pointer: string): ValidateFunction => {
  const known = validators.get(pointer)
  if (known !== undefined) return known
  const compiled = ajv.compile({ $ref: `openapi#${pointer}` })
  validators.set(pointer, compiled)
  return compiled
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** What a value has against the schema at a pointer into the document; empty when nothing. */
export const misfit = (pointer: string, value: unknown): string => {
  const validate = validator(pointer)
  return validate(value) ? '' : ajv.errorsText(validate.errors)
}

/** An operation that answers can be of: its path in the document and its method, in lower case. */
export interface Operation {
  readonly path: string
  readonly method: string
}

/** The error that any route may answer, and what answers where no route is. */
const anyError = '/components/schemas/RespuestaDeError'

/**
 * Where the schema of an answer stands in the document.
 *
 * @param operation null where none was asked: then only errors are answered
 */
export const schemaOf = (operation: Operation | null, status: number): string | null => {
  if (operation === null) return anyError
  const declared = openApi.paths[operation.path]?.[operation.method]?.responses[status]?.content
  if (declared === undefined) return null
  const { path, method } = operation
  return `/paths/${escaped(path)}/${method}/responses/${status}/content/application~1json/schema`
}

/** The headers that the document declares for an answer, each with where its schema stands. */
export const declaredHeaders = (
  operation: Operation | null,
  status: number,
): ReadonlyArray<{
  readonly name: string
  readonly pointer: string
  readonly isInteger: boolean
  readonly isRequired: boolean
}> => {
  if (operation === null) return []
  const { path, method } = operation
  const headers = openApi.paths[path]?.[method]?.responses[status]?.headers ?? {}
  return Object.entries(headers).map(([name, { schema, required = false }]) => ({
    name,
    pointer: `/paths/${escaped(path)}/${method}/responses/${status}/headers/${name}/schema`,
    isInteger: schema.type === 'integer',
    isRequired: required,
  }))
}

interface CodeSchema {
  readonly properties?: { readonly codigo?: { readonly 'x-extensible-enum'?: ReadonlyArray<string> } }
  readonly allOf?: ReadonlyArray<CodeSchema>
  readonly [keyword: string]: unknown
}

const codesIn = ({ properties, allOf = [] }: CodeSchema): ReadonlyArray<string> =>
  properties?.codigo?.[knownValues] ?? allOf.flatMap(codesIn)

const faultsOfOurs = ['error_interno', 'respuesta_retenida', 'base_no_alcanzable']

/** `POST /v1/verificaciones 400 curp_invalida`: everything that the routes may answer while nothing of ours fails. */
export const declaredAnswers: ReadonlyArray<string> = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { responses }]) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const codes = content === undefined ? [] : codesIn(content['application/json'].schema)
      const told = status === '200' ? ['200'] : codes.filter((code) => !faultsOfOurs.includes(code))
      return told.map((code) => `${method.toUpperCase()} ${path} ${code === '200' ? '200' : `${status} ${code}`}`)
    }),
  ),
)
