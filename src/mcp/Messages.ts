import { Option, Predicate, Schema } from 'effect'
import { McpSchema } from 'effect/ai'
import { parseBytes } from '#domain/helpers/StrictJson.ts'
import { bodyDepth, shortTextLength } from '#domain/Limits.ts'
import { errorBody } from '#wire/Errores.ts'

/** The parts of JSON-RPC that this service handles itself. */

export type Message = Readonly<Record<string, unknown>>

/** An ID that can be returned exactly. A number beyond the safe integers would change. */
const Id = Schema.Union([Schema.String.check(Schema.isMaxCodePoints(shortTextLength)), Schema.Int])
const isId = Schema.is(Id)

/** A message that needs an answer. */
export interface Request {
  readonly id: typeof Id.Type
  readonly method: string
  readonly params: unknown
}

/** The HTTP answer to one message or to a batch; without a body when `message` is null. */
export interface Reply<M = Message> {
  readonly status: number
  readonly message: M | null
}

/** The answer to a message that needs no answer. */
export const taken: Reply = { status: 202, message: null }

/** The depth of a call's arguments in its message, and of a message in a batch. */
const envelopeDepth = 2
const batchDepth = 1

const openingBracket = 0x5b
const isBatch = (bytes: Uint8Array): boolean => bytes.find((byte) => byte > 0x20) === openingBracket

/** Step 6 of the order of judgement: strict JSON. A call's arguments may nest as deep as a body. */
export const parseMessages = (bytes: Uint8Array): Option.Option<unknown> =>
  parseBytes(bytes, bodyDepth + envelopeDepth + (isBatch(bytes) ? batchDepth : 0))

export const isMessage = (value: unknown): value is Message =>
  Predicate.isReadonlyObject(value) && value['jsonrpc'] === '2.0'

/** Whether a message is a notification or a response, which get no answer. */
export const asksNothing = ({ id, method, result, error }: Message): boolean =>
  typeof method === 'string' ? id === undefined : result !== undefined || error !== undefined

/** Reads a request; none if it is malformed. Other members are dropped. */
export const requestOf = ({ id, method, params }: Message): Option.Option<Request> =>
  typeof method === 'string' && isId(id) ? Option.some({ id, method, params }) : Option.none()

/** The text of an error is fixed, as in any error body: a library's text may quote the request. */
const messages: Record<number, string> = {
  [McpSchema.PARSE_ERROR_CODE]: 'Parse error',
  [McpSchema.INVALID_REQUEST_ERROR_CODE]: 'Invalid Request',
  [McpSchema.METHOD_NOT_FOUND_ERROR_CODE]: 'Method not found',
  [McpSchema.INVALID_PARAMS_ERROR_CODE]: 'Invalid params: see tools/list for the tools and their schemas',
  [McpSchema.INTERNAL_ERROR_CODE]: 'Internal error',
  [McpSchema.HEADER_MISMATCH_ERROR_CODE]:
    'Header mismatch: MCP-Protocol-Version, Mcp-Method and Mcp-Name must match the message',
  [McpSchema.UNSUPPORTED_PROTOCOL_VERSION_ERROR_CODE]: 'Unsupported protocol version',
}

/** An error answers a message by its `id`, or by null if the `id` could not be read. */
export const errorMessage = (code: number, id: unknown, data?: unknown): Message => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code, message: messages[code] ?? 'Error', ...(data === undefined ? {} : { data }) },
})

/** The answer to a malformed message. Its `data` is the usual error body. */
export const misfit = (code: number, status = 400, id: unknown = null): Reply => ({
  status,
  message: errorMessage(code, id, errorBody('peticion_invalida')),
})

/** The answer to a call whose arguments are not an object. */
export const misfitArguments = (id: unknown): Reply => {
  const data = errorBody('peticion_invalida')
  const error = {
    code: McpSchema.INVALID_PARAMS_ERROR_CODE,
    message: 'Invalid params: `arguments` must be an object',
    data,
  }
  return { status: 200, message: { jsonrpc: '2.0', id, error } }
}
