import { Option, Record, Schema } from 'effect'
import { OpenApi } from 'effect/http-api'
import type { Json } from 'effect/Schema'
import { describedRate, describedRefusal, describedReplay, isExplained, requestIdHeaders } from './AdditionalHeaders.ts'
import { Api } from './Api.ts'
import { Codigo, catalog, errorBody } from './Errores.ts'
import * as Examples from './Examples.ts'
import { promised } from './Field.ts'
import { knownValues, simplifySchema } from './SimplifySchema.ts'
import { webhooks } from './Webhooks.ts'

/** Generates the OpenAPI 3.1.0 document of the service from the wire declaration. */

const options: OpenApi.FromApiOptions = { includeAnnotationKey: (key) => promised.includes(key) }

type Bodies = Record<string, Json>

const requests: Record<string, Bodies> = { crear_verificacion: Examples.peticiones }
const answers: Record<string, Bodies> = {
  crear_verificacion: { en_proceso: Examples.verificaciones.en_proceso },
  consultar_verificacion: Examples.verificaciones,
  listar_verificaciones: { lista: Examples.lista },
  consultar_consumo: Examples.consumos,
  consultar_salud: { arriba: Examples.salud },
}

const named = (examples: Bodies) => Record.map(examples, (value) => ({ value }))

const errorHeaders: Record<number, Record<string, Json>> = {
  401: {
    'WWW-Authenticate': {
      description: 'El esquema de autenticación que se espera (RFC 6750).',
      required: true,
      schema: { type: 'string', enum: ['Bearer', 'Bearer error="invalid_token"'] },
      example: 'Bearer',
    },
  },
  429: {
    'Retry-After': {
      description: 'Segundos que conviene esperar antes de reintentar.',
      required: true,
      schema: { type: 'integer', minimum: 1 },
      example: 12,
    },
  },
  503: {
    'Retry-After': {
      description: 'Segundos que conviene esperar antes de reintentar, cuando la petición no llegó a ejecutarse.',
      required: false,
      schema: { type: 'integer', minimum: 1 },
      example: 1,
    },
  },
}

/** The codes that a generated error response lists. */
const decodeCodes = Schema.decodeUnknownOption(
  Schema.Struct({ properties: Schema.Struct({ codigo: Schema.Struct({ enum: Schema.Array(Codigo) }) }) }),
)

/** The optional headers of the answers to POST, by status. */
const additions: Record<string, Record<string, Json>> = {
  200: { ...describedReplay, ...describedRate },
  429: describedRate,
}

const error = (status: number, codes: ReadonlyArray<Codigo>) => ({
  description: codes.map((codigo) => `- \`${codigo}\`: ${catalog[codigo].cuando}`).join('\n'),
  headers: { ...errorHeaders[status], ...requestIdHeaders, ...(isExplained(status) ? describedRefusal : {}) },
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/RespuestaDeError' },
          { type: 'object', properties: { codigo: { type: 'string', [knownValues]: codes } } },
        ],
      },
      examples: Object.fromEntries(codes.map((codigo) => [codigo, { value: errorBody(codigo) }])),
    },
  },
})

const completed = (operation: OpenApi.OpenAPISpecOperation) => {
  const { operationId, responses, requestBody } = operation
  return {
    ...operation,
    requestBody: requestBody && withExamples(requestBody, requests[operationId]),
    responses: Record.map(responses, (response, status) => {
      const described = Option.match(decodeCodes(response.content?.['application/json']?.schema), {
        onNone: () => ({
          ...withExamples(response, answers[operationId]),
          headers: requestIdHeaders,
        }),
        onSome: ({ properties }) => error(Number(status), properties.codigo.enum),
      })
      const added = operationId === 'crear_verificacion' ? additions[status] : {}
      return { ...described, headers: { ...described.headers, ...added } }
    }),
  }
}

const withExamples = <B extends { readonly content?: OpenApi.OpenApiSpecContent }>(body: B, examples: Bodies = {}) => ({
  ...body,
  content: Record.map(body.content ?? {}, (media) => ({ ...media, examples: named(examples) })),
})

/** The names of the schemas that a part of the document refers to. */
const namesIn = (node: unknown): ReadonlyArray<string> =>
  [...JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)

/** Requests are closed. Answers are open, because fields and codes may be added (contract 9.2). */
const openedAnswers = (schemas: OpenApi.OpenAPISpec['components']['schemas'], requestBodies: unknown) => {
  const requested = new Set(namesIn(requestBodies))
  for (const name of requested) for (const inner of namesIn(schemas[name])) requested.add(inner)
  return Record.map(schemas, (schema, name) => {
    const { additionalProperties: _, ...open } = schema
    return requested.has(name) ? schema : open
  })
}

/** The document as text, which is served at /openapi.json and committed as docs/openapi.json. */
export const openApiText = (): string => {
  const generated: OpenApi.OpenAPISpec = JSON.parse(JSON.stringify(OpenApi.fromApi(Api, options)), simplifySchema)
  const { openapi, info, servers, tags, paths, components } = generated
  const document = {
    openapi,
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info,
    servers,
    tags: [...tags, { name: 'webhooks', description: 'Lo que el servicio envía al socio.' }],
    paths: Record.map(paths, ({ post, get }) => ({ post: post && completed(post), get: get && completed(get) })),
    webhooks,
    components: {
      ...components,
      schemas: openedAnswers(
        components.schemas,
        Object.values(paths).map(({ post }) => post?.requestBody),
      ),
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
