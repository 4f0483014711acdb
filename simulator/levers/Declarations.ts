import { Schema } from 'effect'
import { Respuesta } from '#wire/Respuesta.ts'
import { AccountChange, Credit, NewAccount, NewKey, SecretStage, tenantMember as tenant } from './AccountBodies.ts'
import * as Answers from './Answers.ts'
import { Clearing } from './ClearanceLevers.ts'
import { member, optional } from './Lever.ts'
import { NewCertification } from './NewCertification.ts'
import { NewVerification } from './NewVerification.ts'
import { NewWorld } from './NewWorld.ts'
import { Fault, Payment } from './PaymentLevers.ts'
import { FaultChange, Findings, RecipeChoice, RecipeFilter } from './ScenarioLevers.ts'
import { limitSentence, Order } from './ServiceLevers.ts'
import { ClockChange } from './TimeLevers.ts'
import { Destination, Doubt, Resend, Script } from './WebhookLevers.ts'
import { WorldFile } from './WorldFileLevers.ts'

/** A lever as its documents describe it: for people in OpenAPI, for agents as a tool. */
export interface Declaration {
  /** `operationId`, and the name of the tool. */
  readonly name: string
  /** Of `cotejo-simulator`: group, verb, and the members that are written without their names. */
  readonly command: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** As the router has it, after `/_simulador`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: keyof typeof tags
  /** Members of the path and of the query, each with its sentence. */
  readonly parameters?: Schema.Struct<Schema.Struct.Fields>
  readonly body?: Schema.Struct<Schema.Struct.Fields>
  /** The answer of a 200 or 201. Without it, the answer is 204. */
  readonly answer?: Schema.Top & Schema.ConstraintDecoder<unknown>
  readonly created?: true
}

/** Whether a lever is of one world, and not of the simulator, which has them all. */
export const isOfOneWorld = ({ tag }: Declaration): boolean => tag !== 'mundos' && tag !== 'certificacion'

/** What is named in a path, in order. */
export const placeholders = (path: string): ReadonlyArray<string> =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

export const tags = {
  mundos: 'Ambientes de pruebas apartados, cada uno con sus cuentas, su reloj y sus fallas.',
  tiempo: 'El reloj simulado.',
  cuentas: 'Cuentas de socios, con su llave.',
  fuentes: 'Lo que responden las fuentes, y cómo fallan.',
  webhooks: 'El buzón al que llegan los webhooks, y lo que contesta cada receptor.',
  pagos: 'Los pagos de las personas solicitantes y el procesador.',
  verificaciones: 'Lo que el operador hace con verificaciones.',
  certificacion: 'Los ataques a la integración de un socio.',
  servicio: 'El servicio en conjunto: lo último que llegó, errores a pedido, volver atrás.',
}

const instantanea = member(Schema.String, 'instantanea es la que devolvió guardar_instantanea.')
const nombre = member(Schema.String, 'nombre es el de una llave de la cuenta.')
const verificacion_id = member(Schema.String, 'verificacion_id es el de una verificación.')
const mundo = member(Schema.String, 'mundo es el nombre de un mundo.')

/** Every lever that has a document; pages, streams and channels have none. */
// biome-ignore format: a table reads by its columns
export const declarations: ReadonlyArray<Declaration> = [
  { name: 'crear_mundo', command: 'world create', method: 'POST', path: '/mundos', tag: 'mundos', summary: 'Crea un mundo: un ambiente de pruebas propio, con sus llaves y su reloj', body: NewWorld, answer: Answers.Mundo, created: true },
  { name: 'listar_mundos', command: 'world list', method: 'GET', path: '/mundos', tag: 'mundos', summary: 'Lista los mundos', answer: Answers.Mundos },
  { name: 'consultar_mundo', command: 'world show <mundo>', method: 'GET', path: '/mundos/:mundo', tag: 'mundos', summary: 'Lee un mundo', parameters: Schema.Struct({ mundo }), answer: Answers.Mundo },
  { name: 'borrar_mundo', command: 'world delete <mundo>', method: 'DELETE', path: '/mundos/:mundo', tag: 'mundos', summary: 'Borra un mundo; sus llaves dejan de servir', parameters: Schema.Struct({ mundo }) },
  { name: 'consultar_reloj', command: 'time show', method: 'GET', path: '/reloj', tag: 'tiempo', summary: 'Lee el reloj simulado', answer: Answers.Reloj },
  { name: 'mover_reloj', command: 'time set', method: 'POST', path: '/reloj', tag: 'tiempo', summary: 'Adelanta, fija, detiene o acelera el reloj; contesta cuando terminó todo lo que venció, también los webhooks: espera la respuesta de su receptor', body: ClockChange, answer: Answers.Reloj },
  { name: 'listar_cuentas', command: 'account list', method: 'GET', path: '/cuentas', tag: 'cuentas', summary: 'Lista las cuentas, con llave, secreto de firma y saldo', answer: Answers.Cuentas },
  { name: 'abrir_cuenta', command: 'account open', method: 'POST', path: '/cuentas', tag: 'cuentas', summary: 'Abre otra cuenta', body: NewAccount, answer: Answers.Cuenta, created: true },
  { name: 'cambiar_cuenta', command: 'account change <tenant>', method: 'PATCH', path: '/cuentas/:tenant', tag: 'cuentas', summary: 'Suspende o activa una cuenta, o cambia su precio, sus límites o su modo de cobro', parameters: Schema.Struct({ tenant }), body: AccountChange, answer: Answers.Cuenta },
  { name: 'abonar', command: 'account credit <tenant> <monto> <referencia>', method: 'POST', path: '/cuentas/:tenant/abonos', tag: 'cuentas', summary: 'Abona a una cuenta, o corrige su saldo; la misma referencia cuenta una vez', parameters: Schema.Struct({ tenant }), body: Credit, answer: Answers.Cuenta },
  { name: 'emitir_llave', command: 'key issue <tenant>', method: 'POST', path: '/cuentas/:tenant/llaves', tag: 'cuentas', summary: 'Emite otra llave de una cuenta', parameters: Schema.Struct({ tenant }), body: NewKey, answer: Answers.LlaveEmitida, created: true },
  { name: 'revocar_llave', command: 'key revoke <tenant> <nombre>', method: 'DELETE', path: '/cuentas/:tenant/llaves/:nombre', tag: 'cuentas', summary: 'Revoca una llave: contesta 401 desde la siguiente petición', parameters: Schema.Struct({ tenant, nombre }) },
  { name: 'rotar_secreto', command: 'secret rotate <tenant> <accion>', method: 'POST', path: '/cuentas/:tenant/secreto', tag: 'cuentas', summary: 'Prepara otro secreto de firma, lo activa o lo abandona', parameters: Schema.Struct({ tenant }), body: SecretStage, answer: Answers.Secreto },
  { name: 'pedir_verificacion', command: 'verification request <curp>', method: 'POST', path: '/verificaciones', tag: 'verificaciones', summary: 'Pide una verificación con la llave de una cuenta del mundo; repetida con el mismo solicitud_id, lee cómo va', body: NewVerification, answer: Respuesta },
  { name: 'borrar_verificacion', command: 'verification erase <verificacion_id>', method: 'POST', path: '/verificaciones/:verificacion_id/borrar', tag: 'verificaciones', summary: 'Borra lo que se guarda de una verificación, y contesta con el comprobante firmado', parameters: Schema.Struct({ verificacion_id }), answer: Answers.Borrado },
  { name: 'aplicar_retencion', command: 'retention apply', method: 'POST', path: '/retencion', tag: 'verificaciones', summary: 'Retira lo que se guardó más de lo debido, según el tiempo simulado', answer: Answers.Retencion },
  { name: 'listar_escenarios', command: 'scenario list', method: 'GET', path: '/escenarios', tag: 'fuentes', summary: 'Lista los escenarios, que se eligen con las primeras letras de la CURP', answer: Answers.Escenarios },
  { name: 'listar_recetas', command: 'recipe list', method: 'GET', path: '/recetas', tag: 'fuentes', summary: 'Lista cómo llegar a cada factor, paso, nivel, explicación y final', parameters: RecipeFilter, answer: Answers.Recetas },
  { name: 'preparar_receta', command: 'recipe prepare <para> <codigo>', method: 'POST', path: '/recetas', tag: 'fuentes', summary: 'Hace todo lo de una receta menos la petición: fija los hallazgos y las fallas, y contesta con el solicitante', body: RecipeChoice, answer: Answers.Receta },
  { name: 'fijar_hallazgos', command: 'findings set <curp>', method: 'POST', path: '/hallazgos', tag: 'fuentes', summary: 'Fija lo que las fuentes responden de una CURP', body: Findings, answer: Answers.Hallazgos },
  { name: 'aclarar_hallazgo', command: 'findings clear <curp> <fuente>', method: 'POST', path: '/aclaraciones', tag: 'fuentes', summary: 'Registra que un hallazgo de listas, o los juicios por nombre, son de otra persona que la de esta CURP: se dejan fuera desde la siguiente verificación', body: Clearing, answer: Answers.Aclaracion },
  { name: 'consultar_fuentes', command: 'source list', method: 'GET', path: '/fuentes', tag: 'fuentes', summary: 'Lee cómo fallan las fuentes', answer: Answers.Fuentes },
  { name: 'fallar_fuente', command: 'source break <fuente> <falla>', method: 'POST', path: '/fuentes', tag: 'fuentes', summary: 'Pone o quita la falla de una fuente', body: FaultChange, answer: Answers.Fuentes },
  { name: 'leer_buzon', command: 'webhook list', method: 'GET', path: '/webhooks', tag: 'webhooks', summary: 'Lee cada intento de webhook tal como llegó, del más antiguo al más reciente', parameters: Schema.Struct({ verificacion_id: optional(Schema.String, 'verificacion_id es el de una verificación; sin él, de todas.') }), answer: Answers.Entregas },
  { name: 'fijar_respuestas', command: 'webhook answer <url> <estatus>', method: 'POST', path: '/webhooks/respuestas', tag: 'webhooks', summary: 'Fija lo que contesta el receptor de una URL, en orden; la última respuesta se queda', body: Script, answer: Answers.Respuestas },
  { name: 'fijar_destino', command: 'webhook send <destino>', method: 'POST', path: '/webhooks/destinos', tag: 'webhooks', summary: 'Manda los webhooks de una cuenta o de una URL a un receptor propio', body: Destination, answer: Answers.Destino },
  { name: 'reenviar_webhook', command: 'webhook resend <verificacion_id>', method: 'POST', path: '/webhooks/reenviar', tag: 'webhooks', summary: 'Envía otra vez un webhook, con el mismo evento y los mismos bytes', body: Resend, answer: Answers.Reenvio },
  { name: 'comprobar_firma', command: 'webhook check', method: 'POST', path: '/webhooks/comprobar', tag: 'webhooks', summary: 'Dice si una firma es buena y, si no, por qué', body: Doubt, answer: Answers.Comprobacion },
  { name: 'listar_pagos', command: 'payment list', method: 'GET', path: '/pagos', tag: 'pagos', summary: 'Lista los pagos de las personas solicitantes', answer: Answers.Pagos },
  { name: 'poner_pago', command: 'payment put', method: 'POST', path: '/pagos', tag: 'pagos', summary: 'Crea un pago, o cambia el que se nombra', body: Payment, answer: Answers.Pago },
  { name: 'listar_transferencias', command: 'transfer list', method: 'GET', path: '/transferencias', tag: 'pagos', summary: 'Lista lo que el procesador transfirió', answer: Answers.Transferencias },
  { name: 'fallar_procesador', command: 'processor break <llamada> <falla> <veces>', method: 'POST', path: '/procesador/fallas', tag: 'pagos', summary: 'Hace fallar las siguientes llamadas al procesador', body: Fault, answer: Answers.FallaDelProcesador },
  { name: 'listar_solicitudes', command: 'request list', method: 'GET', path: '/solicitudes', tag: 'servicio', summary: 'Lista lo último que llegó y qué se contestó, sin palancas, cuerpos ni datos personales', parameters: Schema.Struct({ limite: optional(Schema.String, limitSentence) }), answer: Answers.Solicitudes },
  { name: 'consultar_solicitud', command: 'request show <solicitud>', method: 'GET', path: '/solicitudes/:solicitud', tag: 'servicio', summary: 'Muestra una petición entera, con los datos personales enmascarados: qué se contestó, por qué se rechazó (paso, campo y regla), cómo se corrige y a qué condujo', parameters: Schema.Struct({ solicitud: member(Schema.String, 'solicitud es el Service-Request-Id de la respuesta.') }), answer: Answers.SolicitudEntera },
  { name: 'listar_fallos', command: 'error list', method: 'GET', path: '/fallos', tag: 'servicio', summary: 'Lista los errores a pedido que faltan', answer: Answers.Fallos },
  { name: 'pedir_fallos', command: 'error order <codigo> <veces>', method: 'POST', path: '/fallos', tag: 'servicio', summary: 'Fija lo que les pasa a las siguientes creaciones: un error que no crea nada, o un accidente de la conexión (cortada o tardía después de crear, o un 502 de un proxy)', body: Order, answer: Answers.Fallo },
  { name: 'guardar_instantanea', command: 'snapshot take', method: 'POST', path: '/instantaneas', tag: 'servicio', summary: 'Guarda todo como está ahora', answer: Answers.Instantanea, created: true },
  { name: 'restaurar_instantanea', command: 'snapshot restore <instantanea>', method: 'POST', path: '/instantaneas/:instantanea/restaurar', tag: 'servicio', summary: 'Vuelve a lo que se guardó', parameters: Schema.Struct({ instantanea }) },
  { name: 'guardar_mundo', command: 'world save', method: 'GET', path: '/mundo', tag: 'servicio', summary: 'Exporta todo lo que hay en el mundo, para seguir con ello en otro proceso', answer: WorldFile },
  { name: 'cargar_mundo', command: 'world load', method: 'PUT', path: '/mundo', tag: 'servicio', summary: 'Reemplaza todo lo que hay en el mundo por lo que se guardó; sus llaves llevan a este mundo', body: WorldFile, answer: Answers.Mundo },
  { name: 'certificar', command: 'certification start <backend>', method: 'POST', path: '/certificacion', tag: 'certificacion', summary: 'Empieza a certificar un backend: lo ataca como lo hará el mundo', body: NewCertification, answer: Answers.Certificacion },
  { name: 'consultar_certificacion', command: 'certification show', method: 'GET', path: '/certificacion', tag: 'certificacion', summary: 'Lee cómo va la certificación, y qué hizo mal el backend', answer: Answers.Certificacion },
  { name: 'reiniciar', command: 'world reset', method: 'POST', path: '/reiniciar', tag: 'servicio', summary: 'Deja todo como al principio, también la semilla' },
]
