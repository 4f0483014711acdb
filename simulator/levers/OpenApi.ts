import { Schema } from 'effect'
import type { Json, JsonObject } from 'effect/Schema'
import packageJson from '#package.json' with { type: 'json' }
import { requestIdHeaders } from '#wire/AdditionalHeaders.ts'
import { simplifySchema } from '#wire/SimplifySchema.ts'
import { type Declaration, declarations, placeholders, tags } from './Declarations.ts'

/** The OpenAPI 3.1.0 document of the levers, generated from their declarations. */

const RespuestaDeError = Schema.Struct({
  codigo: Schema.String,
  mensaje: Schema.String.annotateKey({ description: 'Qué está mal, en palabras.' }),
}).annotate({ identifier: 'RespuestaDeError' })

interface Generated {
  readonly schema: JsonObject
  readonly definitions: Readonly<Record<string, Json>>
}

const generated = (schema: Schema.Top, onExcessProperty: 'error' | 'ignore'): Generated => {
  const { schema: own, definitions } = Schema.toJsonSchemaDocument(schema, { onExcessProperty })
  return JSON.parse(JSON.stringify({ schema: own, definitions }))
}

const content = ({ schema }: Generated) => ({ 'application/json': { schema } })

const refused = {
  description: 'La palanca no se entiende, o no se puede: la respuesta dice por qué.',
  headers: requestIdHeaders,
  content: content(generated(RespuestaDeError, 'ignore')),
}

const parametersOf = ({ path, parameters }: Declaration) => {
  if (parameters === undefined) return []
  const inPath = placeholders(path)
  const { properties } = generated(parameters, 'error').schema
  return Object.entries(Object(properties)).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name),
    description: Object(schema).description,
    schema: { type: 'string' },
  }))
}

const operation = (lever: Declaration) => {
  const { name, summary, tag, body, answer, created } = lever
  const answered = answer && {
    description: 'Hecho.',
    headers: requestIdHeaders,
    content: content(generated(answer, 'ignore')),
  }
  return {
    operationId: name,
    summary,
    tags: [tag],
    security: [],
    parameters: parametersOf(lever),
    requestBody: body && { required: true, content: content(generated(body, 'error')) },
    responses: {
      ...(answered === undefined
        ? { 204: { description: 'Hecho.', headers: requestIdHeaders } }
        : { [created ? 201 : 200]: answered }),
      '4XX': refused,
    },
  }
}

const servers = [
  { url: '/_simulador', description: 'El mundo principal, con las cuentas de demostración' },
  {
    url: '/_simulador/mundos/{mundo}',
    description: 'Cualquier mundo; las palancas de mundos no están dentro de uno',
    variables: { mundo: { default: 'principal', description: 'El nombre del mundo' } },
  },
]

const paths = () => {
  const all: Record<string, Record<string, unknown>> = {}
  for (const lever of declarations) {
    const path = lever.path.replace(/:(\w+)/g, '{$1}')
    all[path] = { ...all[path], [lever.method.toLowerCase()]: operation(lever) }
  }
  return all
}

const schemas = () =>
  Object.assign(
    {},
    generated(RespuestaDeError, 'ignore').definitions,
    ...declarations.flatMap(({ body, answer }) => [
      body === undefined ? {} : generated(body, 'error').definitions,
      answer === undefined ? {} : generated(answer, 'ignore').definitions,
    ]),
  )

/** The document as text: what is served at /_simulador/openapi.json and committed as docs/simulator.openapi.json. */
export const leversText = (): string => {
  const document = {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Cotejo: palancas del simulador',
      version: packageJson.version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Lo que mueve el simulador local desde fuera de la interfaz: mundos, tiempo, fuentes, webhooks, pagos y errores a pedido. Sin llave, y solo desde esta máquina. Un campo opcional puede ser nulo.',
    },
    servers,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(),
    components: { schemas: schemas() },
  }
  const tidied: Json = JSON.parse(JSON.stringify(document), simplifySchema)
  return `${JSON.stringify(tidied, null, 2).replaceAll('"#/$defs/', '"#/components/schemas/')}\n`
}
