import { Schema } from 'effect'
import {
  HttpApi,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  HttpApiSecurity,
  OpenApi,
} from 'effect/http-api'
import { type Codigo, catalog, RespuestaDeError } from './Errores.ts'
import { guide } from './Guide.ts'
import * as Parameters from './Parameters.ts'
import { Peticion } from './Peticion.ts'
import { Consumo, Lista, Respuesta, Salud } from './Respuesta.ts'

/** The declaration of the five routes (docs/contract.md, "4. Endpoints"). Their handlers are in http/. */

/** One error schema for each HTTP status, with the route's codes of that status. */
const errors = (...codigos: ReadonlyArray<Codigo>) => {
  const statuses = [...new Set(codigos.map((codigo) => catalog[codigo].status))]
  return statuses.map((status) =>
    Schema.Struct({
      codigo: Schema.Literals(codigos.filter((codigo) => catalog[codigo].status === status)),
      mensaje: Schema.String,
    }).pipe(HttpApiSchema.status(status)),
  )
}

const llave = HttpApiSecurity.http({ scheme: 'bearer' }).pipe(
  HttpApiSecurity.annotateMerge(
    OpenApi.annotations({
      description:
        'La llave del socio, emitida fuera de banda: `Authorization: Bearer <API_KEY>`. Pertenece a un solo socio y solo alcanza sus verificaciones. Las del ambiente de pruebas empiezan con `avs_test_`, las de producción con `avs_live_`, y ninguna sirve en el otro ambiente.',
    }),
  ),
)

/** Declares steps 1 and 2 of the order of judgement, before the body is read. */
class Authentication extends HttpApiMiddleware.Service<Authentication>()('cotejo/wire/Authentication', {
  security: { llave },
}) {}

const crear = HttpApiEndpoint.post('crear', '/v1/verificaciones', {
  payload: Peticion,
  success: Respuesta,
  error: errors(
    'llave_ausente',
    'llave_invalida',
    'idempotency_key_ausente',
    'curp_invalida',
    'campo_desconocido',
    'vocabulario_no_permitido',
    'peticion_invalida',
    'cuerpo_demasiado_grande',
    'consumo_agotado',
    'cobro_no_verificado',
    'limite_excedido',
    'conflicto_idempotencia',
    'consentimiento_faltante',
    'ruta_no_disponible',
    'error_interno',
    'respuesta_retenida',
    'base_no_alcanzable',
  ),
}).annotateMerge(
  OpenApi.annotations({
    identifier: 'crear_verificacion',
    summary: 'Solicitar una verificación',
    description:
      'Responde de inmediato con `estado` = `en_proceso`; el resultado se obtiene consultando la verificación o por el webhook `verificacion.emitida`. El cuerpo mide a lo más 64 KB. La misma `Idempotency-Key` con el mismo cuerpo devuelve la misma verificación y no cobra dos veces; con otro cuerpo, 409. Una petición rechazada no crea nada ni cobra nada.',
    override: { parameters: [Parameters.idempotencyKey, Parameters.canal] },
  }),
)

const consultar = HttpApiEndpoint.get('consultar', '/v1/verificaciones/:verificacion_id', {
  params: { verificacion_id: Schema.String },
  success: Respuesta,
  error: errors('llave_ausente', 'llave_invalida', 'verificacion_no_encontrada', 'error_interno', 'base_no_alcanzable'),
}).annotateMerge(
  OpenApi.annotations({
    identifier: 'consultar_verificacion',
    summary: 'Consultar una verificación',
    description:
      'El estado actual de una verificación de la cuenta. Consulte cada una a lo más cada 5 segundos, y deje de hacerlo cuando llegue el webhook.',
    override: { parameters: [Parameters.verificacionId] },
  }),
)

const listar = HttpApiEndpoint.get('listar', '/v1/verificaciones', {
  success: Lista,
  error: errors('llave_ausente', 'llave_invalida', 'peticion_invalida', 'error_interno', 'base_no_alcanzable'),
}).annotateMerge(
  OpenApi.annotations({
    identifier: 'listar_verificaciones',
    summary: 'Listar las verificaciones de la cuenta',
    description:
      'De la más reciente a la más antigua. Los parámetros desconocidos se ignoran; uno conocido y repetido responde 400 `peticion_invalida`.',
    override: { parameters: [Parameters.solicitudId, Parameters.estado, Parameters.limite] },
  }),
)

const consumo = HttpApiEndpoint.get('consumo', '/v1/cuenta/consumo', {
  success: Consumo,
  error: errors('llave_ausente', 'llave_invalida', 'error_interno', 'base_no_alcanzable'),
}).annotateMerge(
  OpenApi.annotations({
    identifier: 'consultar_consumo',
    summary: 'Consultar modo de cobro, precio y saldo',
    description: 'Solo de la cuenta de la llave presentada.',
  }),
)

const salud = HttpApiEndpoint.get('salud', '/_salud', {
  success: Salud,
  error: errors('base_no_alcanzable'),
}).annotateMerge(
  OpenApi.annotations({
    identifier: 'consultar_salud',
    summary: 'Saber si el servicio puede atender',
    description: 'Sin llave. Responde 200 solo cuando el servicio está arriba y alcanza su base de datos.',
  }),
)

class Verificaciones extends HttpApiGroup.make('verificaciones')
  .add(crear, consultar, listar)
  .middleware(Authentication)
  .annotate(OpenApi.Description, 'Solicitar, consultar y listar verificaciones.') {}

class Cuenta extends HttpApiGroup.make('cuenta')
  .add(consumo)
  .middleware(Authentication)
  .annotate(OpenApi.Description, 'La cuenta del socio.') {}

class Sistema extends HttpApiGroup.make('sistema').add(salud).annotate(OpenApi.Description, 'El servicio mismo.') {}

export class Api extends HttpApi.make('cotejo')
  .add(Verificaciones, Cuenta, Sistema)
  .annotate(HttpApi.AdditionalSchemas, [RespuestaDeError])
  .annotateMerge(
    OpenApi.annotations({
      title: 'Cotejo',
      version: '1.0.0',
      description: guide,
      license: { name: 'MIT', identifier: 'MIT' },
      servers: [{ url: '/', description: 'Este mismo servicio' }],
    }),
  ) {}
