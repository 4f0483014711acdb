import { Schema } from 'effect'
import { McpSchema, Tool } from 'effect/ai'
import { inputSchema, outputSchema } from '#mcp/ToolSchemas.ts'
import { type Declaration, declarations, isOfOneWorld, placeholders } from '#simulator/levers/Declarations.ts'
import { optional } from '#simulator/levers/Lever.ts'

/** The levers as tools, from the same declarations as their document. */

export const instructions = [
  'Las palancas de un simulador local de Cotejo: con ellas se prueba una integración sin esperar y sin datos reales. No son el servicio, cuya API está en esta misma dirección (`/v1/verificaciones`, y `/mcp` para agentes).',
  'Camino usual: `crear_mundo` da llaves propias y un reloj que puede estar detenido; `preparar_receta` fija cómo termina una CURP (`listar_recetas` con `para` dice las que hay); `pedir_verificacion` la pide con la llave de una cuenta del mundo; `mover_reloj` con `avanzar_segundos` = 600 hace todo lo que vence en ese tiempo; `leer_buzon` muestra cada webhook tal como llegó, y `pedir_verificacion` con el mismo `solicitud_id`, el resultado. `certificar` ataca un backend, y `consultar_certificacion` dice qué hizo mal. Las guías son recursos (`resources/list`).',
  'Cada herramienta actúa en el mundo que diga `mundo`; sin él, en `principal`, que es de todos. Un error llega como el texto `{"codigo","mensaje"}` con `isError`, y dice qué está mal.',
].join('\n\n')

const Mundo = Schema.Struct({
  mundo: optional(Schema.String, 'mundo es el nombre que dio crear_mundo; sin él, principal.'),
})

const membersOf = (lever: Declaration): ReadonlyArray<Schema.Struct<Schema.Struct.Fields>> => [
  ...(isOfOneWorld(lever) ? [Mundo] : []),
  ...[lever.parameters, lever.body].flatMap((part) => part ?? []),
]

/** Whether it only reads. */
const isReading = ({ method, name }: Declaration): boolean => method === 'GET' || name === 'comprobar_firma'

/** What takes away something that was there. */
const destructive: ReadonlySet<string> = new Set([
  'reiniciar',
  'restaurar_instantanea',
  'cargar_mundo',
  'borrar_verificacion',
  'aplicar_retencion',
])

const toolOf = (lever: Declaration): McpSchema.Tool => {
  const { name, summary, answer, method } = lever
  const members = membersOf(lever)
  const input =
    members.length === 0 ? Tool.EmptyParams : Schema.Struct(Object.assign({}, ...members.map(({ fields }) => fields)))
  return new McpSchema.Tool({
    name,
    title: summary,
    description: `${summary}.`,
    inputSchema: inputSchema(input),
    ...(answer === undefined ? {} : { outputSchema: outputSchema(answer) }),
    annotations: {
      title: summary,
      readOnlyHint: isReading(lever),
      destructiveHint: method === 'DELETE' || destructive.has(name),
      idempotentHint: isReading(lever),
      openWorldHint: false,
    },
  })
}

/** The content of `tools/list`. */
export const leverTools = (): ReadonlyArray<readonly [string, McpSchema.Tool]> =>
  declarations.map((lever) => [lever.name, toolOf(lever)])

/** Where a call of a lever goes, and with what. */
interface Pull {
  readonly lever: Declaration
  /** The world that is named; null where none is. */
  readonly world: string | null
  readonly url: string
  readonly body: string | null
  /** The names of the accepted arguments, if an unknown argument was given; null otherwise. */
  readonly refused: ReadonlyArray<string> | null
}

/** The request that a call makes; null if no tool has this name. */
export const pullOf = (name: string, raw: Readonly<Record<string, unknown>>): Pull | null => {
  const lever = declarations.find((one) => one.name === name)
  if (lever === undefined) return null
  const { mundo = null } = isOfOneWorld(lever) ? raw : {}
  const members = Object.entries(raw).filter(([member]) => member !== 'mundo' || !isOfOneWorld(lever))
  const inPath = placeholders(lever.path)
  const path = lever.path.replace(/:(\w+)/g, (_, member) => encodeURIComponent(String(raw[member] ?? '')))
  const others = members.filter(([member]) => !inPath.includes(member))
  const query = new URLSearchParams()
  for (const [member, value] of others) if (value !== null) query.set(member, String(value))
  // A body is judged by its lever; a parameter that is not there would be passed over.
  const known = Object.keys(lever.parameters?.fields ?? {})
  const isRefused = lever.body === undefined && members.some(([member]) => !known.includes(member))
  return {
    lever,
    world: mundo === null ? null : String(mundo),
    url: `/_simulador${path}${lever.body === undefined && query.size > 0 ? `?${query}` : ''}`,
    body: lever.body === undefined ? null : JSON.stringify(Object.fromEntries(others)),
    refused: isRefused ? [...(isOfOneWorld(lever) ? ['mundo'] : []), ...known] : null,
  }
}
