import { Duration, Record, Schema } from 'effect'
import type { Json } from 'effect/Schema'
import { usualBreaker } from '#adapters/sources/real/Breaker.ts'
import * as Contract from '#adapters/sources/real/Contract.ts'
import { afterFailure } from '#adapters/sources/real/Waits.ts'
import { simplifySchema } from '#wire/SimplifySchema.ts'

/** Complete bodies for the provider contract. The CURP belongs to no person. */

const curp = 'LIMP900101HDFRRS03'
const identidadId = 'ver_5Kd0Wq8ZrY3uJtE6nXhG1b/identidad'
const judicialId = 'ver_5Kd0Wq8ZrY3uJtE6nXhG1b/judicial'
const nombre = { nombres: 'NOMBRE FICTICIO', primer_apellido: 'APELLIDO', segundo_apellido: 'SEGUNDO' }

const encontrada: typeof Contract.IdentidadEncontrada.Type = {
  resultado: 'encontrada',
  consulta_id: identidadId,
  curp,
  estatus_curp: 'AN',
  ...nombre,
  fecha_nacimiento: '1990-01-01',
  sexo: 'H',
  validacion: 'valida',
  credencial: 'coincide',
}

const identidad = {
  peticion: { consulta: { consulta_id: identidadId, curp } satisfies typeof Contract.ConsultaDeIdentidad.Type },
  respuesta: {
    encontrada,
    curp_que_cambio: { ...encontrada, estatus_curp: 'BCC', credencial: 'no_localizada' },
    un_solo_apellido: { ...encontrada, segundo_apellido: null },
    de_otra_persona: {
      ...encontrada,
      nombres: 'OTRA',
      fecha_nacimiento: '1985-05-05',
      sexo: 'M',
      validacion: 'no_valida',
      credencial: 'no_coincide',
    },
    no_existe: { resultado: 'no_existe', consulta_id: identidadId, curp },
    no_disponible: { resultado: 'no_disponible', consulta_id: identidadId },
  } satisfies Record<string, typeof Contract.RespuestaDeIdentidad.Type>,
  pendiente: { pendiente: { consulta_id: identidadId, reintentar_en_segundos: 15 } },
}

const judicial = {
  peticion: { consulta: { consulta_id: judicialId, curp, ...nombre } satisfies typeof Contract.ConsultaJudicial.Type },
  respuesta: {
    sin_juicios: { resultado: 'consultada', consulta_id: judicialId, curp, juicios: [] },
    con_juicios: {
      resultado: 'consultada',
      consulta_id: judicialId,
      curp,
      juicios: [
        { materia: 'civil', estado: 'concluido' },
        { materia: 'mercantil', estado: 'en_curso' },
      ],
    },
    no_disponible: { resultado: 'no_disponible', consulta_id: judicialId },
  } satisfies Record<string, typeof Contract.RespuestaJudicial.Type>,
  pendiente: { pendiente: { consulta_id: judicialId, reintentar_en_segundos: 30 } },
}

const { failures, probeEvery } = usualBreaker

/** The introduction for integrators, before the operations. */
const description = `Cotejo consulta tres fuentes. La de listas es suya; las de **identidad** y **judicial** las consulta a través de una interfaz HTTP pequeña, que un integrador implementa delante de su proveedor. Este documento es esa interfaz: la llama el servicio, y se genera de los esquemas con que decodifica cada respuesta.

## Cómo se llama

- Una llamada es un \`POST\` con cuerpo JSON, por HTTPS (TLS 1.2 o posterior, con el certificado comprobado), con \`Authorization: Bearer\` y, si así se acuerda, TLS mutuo. HTTP sin TLS se acepta solo en la misma máquina.
- Cada llamada abre su propia conexión y la cierra. No se siguen redirecciones ni se descomprime nada.
- Una llamada dura a lo más 20 segundos (lo ajusta el operador), desde el nombre hasta el último byte. Quien necesite más responde 202 y sigue trabajando.
- De cada fuente hay a lo más 64 llamadas a la vez por proceso del servicio (lo ajusta el operador).

## Cómo se responde

- 200 con la respuesta final, o 202 con \`reintentar_en_segundos\`. El cuerpo es \`application/json\` en UTF-8, mide a lo más 65,536 bytes y lleva los campos de su esquema: con uno de menos o repetido no se acepta, y uno que no se conoce se ignora y se cuenta.
- \`consulta_id\` y \`curp\` repiten los de la petición. Con otros, la respuesta es de otra persona y no se acepta.
- Que la CURP no exista es una respuesta (200 \`no_existe\`), nunca un 404. Una CURP que cambió o se dio de baja existe.
- Que no habrá reporte es también una respuesta (200 \`no_disponible\`). Una falla que puede pasar es un 503.
- El cuerpo de un error no se lee.

## Respuestas que se contradicen

La CURP lleva la fecha de nacimiento y el sexo. Si los del registro son otros, el registro no puede validarla: con \`no_valida\` eso es el hallazgo, y así se toma; con \`valida\` la respuesta se contradice, habla de dos personas a la vez, y no se acepta, para que un error del proveedor no cuente contra nadie.

## Reintentos e idempotencia

- Lo que falla y puede pasar se repite con la misma \`Idempotency-Key\` y el mismo cuerpo, con esperas crecientes de ${afterFailure.min} a ${afterFailure.max} segundos, hasta que cierran las fuentes de la verificación (por omisión, 9 minutos y medio después de iniciada). Lo que falte entonces cuenta como \`no_disponible\`; lo que llegue después no cambia nada.
- La misma clave debe dar la misma respuesta, sin consultar ni cobrar otra vez detrás. La clave puede llegar repetida a la vez, y desde varios procesos.
- Tras ${failures} consultas fallidas seguidas se deja de llamar, y cada ${Duration.toSeconds(probeEvery)} segundos una llamada prueba si el proveedor ya responde.

## Privacidad

- Cada petición lleva los datos personales indispensables, de una persona que dio su consentimiento para esta verificación. No se usan para otra cosa, no se combinan y no se entrenan modelos con ellos.
- Se conservan solo lo que hace falta para responder la misma \`Idempotency-Key\`, y se borran a más tardar una hora después de la última petición. No se escriben en bitácoras, trazas ni métricas; \`consulta_id\` sirve para seguir una consulta sin ellos.
- El servicio conserva de la respuesta solo los hallazgos normalizados, y el nombre registrado mientras la verificación está en curso. Descarta el resto al leerlo.
- No se envía más de lo que el esquema pide: ni domicilios, ni números de expediente, ni partes.`

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

const failureAnswers = {
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
      ...failureAnswers,
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
        description: 'Los juicios en que la persona, o alguien con su nombre, es parte, sin nada que los identifique.',
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
