import { headerOf, type JsonSchema, type Schemas, typesOf } from '#tools/openapi/SchemaTypes.ts'

/** The names of the controls' request bodies in the simulator's client, by operation. */
const bodies: Readonly<Record<string, string>> = {
  crear_mundo: 'NuevoMundo',
  mover_reloj: 'CambioDeReloj',
  abrir_cuenta: 'NuevaCuenta',
  cambiar_cuenta: 'CambioDeCuenta',
  abonar: 'Abono',
  emitir_llave: 'NuevaLlave',
  rotar_secreto: 'EtapaDelSecreto',
  cargar_mundo: 'ArchivoDeMundo',
  preparar_receta: 'EleccionDeReceta',
  fijar_hallazgos: 'CambioDeHallazgos',
  fallar_fuente: 'CambioDeFuente',
  aclarar_hallazgo: 'NuevaAclaracion',
  fijar_respuestas: 'GuionDelReceptor',
  fijar_destino: 'CambioDeDestino',
  poner_pago: 'CambioDePago',
  pedir_fallos: 'PedidoDeFallos',
  fallar_procesador: 'FallaDelProcesador',
  comprobar_firma: 'FirmaPorComprobar',
}

/** The names of answers that have no name in the document. */
const unnamed: Readonly<Record<string, string>> = {
  listar_transferencias: 'Transferencias',
  comprobar_firma: 'Comprobacion',
}

/** The named answers, including the schemas that they refer to. */
const named = [
  'Borrado',
  'Llave',
  'LlaveEmitida',
  'Secreto',
  'Cuenta',
  'Entrega',
  'Fin',
  'Mundo',
  'Motivo',
  'Pago',
  'Receta',
  'Reloj',
  'Solicitud',
  'SolicitudEntera',
  'Suceso',
]

interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: JsonSchema } }
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** The schemas of an operation that the client names. A body that is a component keeps the component's schema. */
const schemasOf = (components: Schemas, { operationId, summary, requestBody, responses }: Operation): Schemas => {
  const schemas: Record<string, JsonSchema> = {}
  const put = (name: string | undefined, content: Content | undefined) => {
    const schema = content?.content?.['application/json'].schema
    if (name !== undefined && schema !== undefined)
      schemas[name] = { description: `${summary}.`, ...(components[name] ?? schema) }
  }
  put(bodies[operationId], requestBody)
  put(unnamed[operationId], responses['200'])
  return schemas
}

/** The types of the simulator's client, from the document of its controls. */
export const leverTypes = (openApi: string, path: string): string => {
  const document: {
    readonly components: { readonly schemas: Schemas }
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  } = JSON.parse(openApi)
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const components = Object.entries(document.components.schemas).filter(([name]) => named.includes(name))
  const schemas: Schemas = Object.assign(
    Object.fromEntries(components),
    ...operations.map((one) => schemasOf(document.components.schemas, one)),
  )
  return typesOf(headerOf('docs/simulator.openapi.json', 'simulator/levers'), schemas, path)
}
