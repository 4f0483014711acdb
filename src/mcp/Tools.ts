import { Record, type Schema } from 'effect'
import { McpSchema, Tool } from 'effect/ai'
import { Consumo, Lista, Respuesta, Salud } from '#wire/Respuesta.ts'
import * as Arguments from './Arguments.ts'
import * as Texts from './Texts.ts'
import { inputSchema, outputSchema } from './ToolSchemas.ts'

/** The declaration of the five tools (contract 4.39). */

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
/** It adds data, repeating it has no further effect, and it consults external sources. */
const creates = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true }

interface Declaration {
  readonly title: string
  readonly description: string
  readonly input: Schema.Top
  readonly output: Schema.Top
  readonly hints: typeof reads
}

const declarations = {
  crear_verificacion: {
    title: 'Crear una verificación',
    description: Texts.crearVerificacion,
    input: Arguments.Crear,
    output: Respuesta,
    hints: creates,
  },
  consultar_verificacion: {
    title: 'Consultar una verificación',
    description: Texts.consultarVerificacion,
    input: Arguments.Consultar,
    output: Respuesta,
    hints: reads,
  },
  listar_verificaciones: {
    title: 'Listar verificaciones',
    description: Texts.listarVerificaciones,
    input: Arguments.Listar,
    output: Lista,
    hints: reads,
  },
  consultar_consumo: {
    title: 'Consultar precio y saldo',
    description: Texts.consultarConsumo,
    input: Tool.EmptyParams,
    output: Consumo,
    hints: reads,
  },
  consultar_salud: {
    title: 'Consultar la salud del servicio',
    description: Texts.consultarSalud,
    input: Tool.EmptyParams,
    output: Salud,
    hints: reads,
  },
} satisfies Record<string, Declaration>

export type ToolName = keyof typeof declarations

export const tools: ReadonlyArray<readonly [ToolName, McpSchema.Tool]> = Record.toEntries(declarations).map(
  ([name, { title, description, input, output, hints }]) => [
    name,
    new McpSchema.Tool({
      name,
      title,
      description,
      inputSchema: inputSchema(input),
      outputSchema: outputSchema(output),
      annotations: { title, ...hints },
    }),
  ],
)
