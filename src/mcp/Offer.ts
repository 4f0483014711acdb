import { Predicate } from 'effect'
import { McpProtocol, McpSchema } from 'effect/ai'
import type { Headers } from 'effect/http'
import { errorMessage, type Message, type Reply, type Request } from './Messages.ts'

/** What of MCP is offered: tools, whose list never changes. The library would answer for more. */

const capabilities = { tools: { listChanged: false } }

const introductions: ReadonlySet<string> = new Set(['initialize', 'server/discover'])
const methods: ReadonlySet<string> = new Set([...introductions, 'ping', 'tools/list', 'tools/call'])

export const isOffered = ({ method }: Request): boolean => methods.has(method)

/** The answer to a method that is not; from revision 2026-07-28 on also in the status. */
export const notOffered = (headers: Headers.Headers, { id }: Request): Reply => ({
  status: headers['mcp-protocol-version'] === McpProtocol.v2026_07_28.protocolVersion ? 404 : 200,
  message: errorMessage(McpSchema.METHOD_NOT_FOUND_ERROR_CODE, id),
})

/** A revision that we do not speak is named back, as the protocol wants it, if it looks like one. */
const versionForm = /^v?[\d.-]{1,20}$/

const unsupported = (data: unknown) => {
  if (!Predicate.isReadonlyObject(data)) return undefined
  const { supported, requested } = data
  return { supported, requested: typeof requested === 'string' && versionForm.test(requested) ? requested : '' }
}

/** The library's answer to a request, in our words and with our offer. */
export const inOurWords = ({ method }: Request, answer: Message): Message => {
  const { id, error, result } = answer
  if (Predicate.isReadonlyObject(error)) {
    const code = Number(error['code'])
    const data = code === McpSchema.UNSUPPORTED_PROTOCOL_VERSION_ERROR_CODE ? unsupported(error['data']) : undefined
    return errorMessage(code, id, data)
  }
  return introductions.has(method) && Predicate.isReadonlyObject(result)
    ? { ...answer, result: { ...result, capabilities } }
    : answer
}
