import { Context, Schema } from 'effect'
import {
  HttpApi,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  HttpApiSecurity,
  OpenApi,
} from 'effect/http-api'
import type { Principal } from '#domain/Account.ts'
import { type Codigo, catalog } from './Errores.ts'
import { Peticion } from './Peticion.ts'
import { Consumo, Lista, Respuesta, Salud } from './Respuesta.ts'

/** The declaration of the five routes (specification section 4). Their implementation is in http/. */

/** One error schema per HTTP status, with the codes that the route may answer under it. */
const errors = (...codigos: ReadonlyArray<Codigo>) => {
  const statuses = [...new Set(codigos.map((codigo) => catalog[codigo].status))]
  return statuses.map((status) =>
    Schema.Struct({
      codigo: Schema.Literals(codigos.filter((codigo) => catalog[codigo].status === status)),
      mensaje: Schema.String,
    }).pipe(HttpApiSchema.status(status)),
  )
}

/** Who presents the key of the request. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()('cotejo/wire/CurrentPrincipal') {}

/** Steps 1 and 2 of the order of judgement: before the body is looked at. */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: CurrentPrincipal }>()(
  'cotejo/wire/Authentication',
  { security: { llave: HttpApiSecurity.bearer } },
) {}

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
})

const consultar = HttpApiEndpoint.get('consultar', '/v1/verificaciones/:verificacion_id', {
  params: { verificacion_id: Schema.String },
  success: Respuesta,
  error: errors('llave_ausente', 'llave_invalida', 'verificacion_no_encontrada', 'error_interno', 'base_no_alcanzable'),
})

const listar = HttpApiEndpoint.get('listar', '/v1/verificaciones', {
  success: Lista,
  error: errors('llave_ausente', 'llave_invalida', 'peticion_invalida', 'error_interno', 'base_no_alcanzable'),
})

const consumo = HttpApiEndpoint.get('consumo', '/v1/cuenta/consumo', {
  success: Consumo,
  error: errors('llave_ausente', 'llave_invalida', 'error_interno', 'base_no_alcanzable'),
})

const salud = HttpApiEndpoint.get('salud', '/_salud', {
  success: Salud,
  error: errors('error_interno', 'base_no_alcanzable'),
})

class Verificaciones extends HttpApiGroup.make('verificaciones')
  .add(crear, consultar, listar)
  .middleware(Authentication) {}

class Cuenta extends HttpApiGroup.make('cuenta').add(consumo).middleware(Authentication) {}

class Sistema extends HttpApiGroup.make('sistema').add(salud) {}

export class Api extends HttpApi.make('cotejo')
  .add(Verificaciones, Cuenta, Sistema)
  .annotateMerge(OpenApi.annotations({ title: 'Cotejo', version: '1.0.0' })) {}
