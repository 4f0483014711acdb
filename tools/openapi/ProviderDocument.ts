import { Record, Schema } from 'effect'
import type { Json } from 'effect/Schema'
import * as Contract from '#adapters/sources/real/Contract.ts'
import { simplifySchema } from '#wire/SimplifySchema.ts'
import { identidad, judicial } from './ProviderExamples.ts'
import { description } from './ProviderProse.ts'

/** The OpenAPI 3.1.0 document of the provider contract, generated from the adapter's schemas. */

const schemas = [
  Contract.ConsultaDeIdentidad,
  Contract.RespuestaDeIdentidad,
  Contract.ConsultaJudicial,
  Contract.RespuestaJudicial,
  Contract.ConsultaPendiente,
]

/** The component schemas, by name. */
const components = Object.assign(
  {},
  ...schemas.map((schema) => Schema.toJsonSchemaDocument(schema, { onExcessProperty: 'error' }).definitions),
)

const examples = { identidad, judicial }

const reference = (name: string) => ({ $ref: `#/$defs/${name}` })

const content = (schema: Json, examples: Readonly<Record<string, Json>>) => ({
  'application/json': { schema, examples: Record.map(examples, (value) => ({ value })) },
})

const retryAfter = {
  'Retry-After': {
    description: 'Segundos que hay que esperar; más de 60 cuentan como 60.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
    example: 20,
  },
}

const failures = {
  400: {
    description:
      'La petición no se ajusta a este contrato, a juicio del proveedor. Se cuenta como `no_disponible` y no se repite: sería la misma.',
  },
  401: {
    description: 'La llave o el certificado no se aceptan. Se repite mientras haya tiempo, por si se están renovando.',
  },
  429: { description: 'Demasiadas consultas. Se repite, no antes de `Retry-After`.', headers: retryAfter },
  503: {
    description:
      'El proveedor, o quien está detrás, falla y puede volver. Se repite, no antes de `Retry-After`. Cualquier otro estado que no esté aquí se trata igual.',
    headers: retryAfter,
  },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'El `consulta_id` del cuerpo.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

interface Operation {
  readonly name: 'identidad' | 'judicial'
  readonly summary: string
  readonly description: string
  readonly asked: string
  readonly answers: ReadonlyArray<string>
}

const operation = ({ name, summary, description: text, asked, answers }: Operation) => {
  const { peticion, respuesta, pendiente } = examples[name]
  return {
    operationId: `consultar_${name}`,
    summary,
    description: text,
    tags: [name],
    parameters: [{ ...idempotencyKey, example: peticion.consulta.consulta_id }],
    requestBody: { required: true, content: content(reference(asked), peticion) },
    responses: {
      200: { description: 'La respuesta final.', content: content({ oneOf: answers.map(reference) }, respuesta) },
      202: {
        description:
          'El proveedor necesita más tiempo que el de una llamada. La misma petición, repetida, recoge la respuesta.',
        content: content(reference('ConsultaPendiente'), pendiente),
      },
      ...failures,
    },
  }
}

const document = {
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: {
    title: 'Cotejo: contrato de los proveedores de fuentes',
    version: '1.0.0',
    license: { name: 'MIT', identifier: 'MIT' },
    description,
  },
  servers: [
    {
      url: 'https://{proveedor}',
      description: 'La dirección que el operador configura para cada fuente; puede llevar una ruta delante.',
      variables: { proveedor: { default: 'proveedor.interno', description: 'Nombre, puerto y ruta.' } },
    },
  ],
  security: [{ llave: [] }, { llave: [], tls_mutuo: [] }],
  tags: [
    { name: 'identidad', description: 'Registro de población y credencial para votar.' },
    { name: 'judicial', description: 'Juicios por materia y estado.' },
  ],
  paths: {
    [Contract.paths.identidad]: {
      post: operation({
        name: 'identidad',
        summary: 'Consultar una CURP',
        description:
          'Qué dice de la CURP el Registro Nacional de Población, con qué nombre está registrada, y si la credencial para votar lo confirma.',
        asked: 'ConsultaDeIdentidad',
        answers: ['IdentidadEncontrada', 'IdentidadInexistente', 'NoDisponible'],
      }),
    },
    [Contract.paths.judicial]: {
      post: operation({
        name: 'judicial',
        summary: 'Consultar los juicios de una persona',
        description: 'Los juicios en que la persona es parte, sin nada que los identifique.',
        asked: 'ConsultaJudicial',
        answers: ['JudicialConsultada', 'NoDisponible'],
      }),
    },
  },
  components: {
    securitySchemes: {
      llave: {
        type: 'http',
        scheme: 'bearer',
        description: 'Una llave por fuente, que el proveedor entrega al operador por otro medio.',
      },
      tls_mutuo: {
        type: 'mutualTLS',
        description: 'Opcional: el servicio muestra un certificado, y el proveedor comprueba que es el suyo.',
      },
    },
    schemas: components,
  },
}

/** The text of docs/providers.openapi.json. */
export const providerContractText = (): string => {
  const tidied: Json = JSON.parse(JSON.stringify(document), simplifySchema)
  return `${JSON.stringify(tidied, null, 2).replaceAll('"#/$defs/', '"#/components/schemas/')}\n`
}
