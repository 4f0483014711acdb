import { Predicate } from 'effect'
import { McpProtocol, McpSchema } from 'effect/ai'
import type { Headers } from 'effect/http'
import { errorMessage, type Message, type Reply, type Request } from './Messages.ts'

/** The offered capabilities: tools and, of some endpoints, resources. Their lists never change. The library would answer more methods. */

const capabilities = { tools: { listChanged: false } }
const withResources = { ...capabilities, resources: { listChanged: false, subscribe: false } }

const introductions: ReadonlySet<string> = new Set(['initialize', 'server/discover'])
const methods: ReadonlySet<string> = new Set([...introductions, 'ping', 'tools/list', 'tools/call'])

const resourceMethods: ReadonlySet<string> = new Set(['resources/list', 'resources/read'])

export const isOffered = ({ method }: Request, hasResources: boolean): boolean =>
  methods.has(method) || (hasResources && resourceMethods.has(method))

/** The answer to a method that is not offered. From revision 2026-07-28 on, the status is also an error. */
export const notOffered = (headers: Headers.Headers, { id }: Request): Reply => ({
  status: headers['mcp-protocol-version'] === McpProtocol.v2026_07_28.protocolVersion ? 404 : 200,
  message: errorMessage(McpSchema.METHOD_NOT_FOUND_ERROR_CODE, id),
})

/** The protocol requires an answer to name an unsupported revision. It is named only if it looks like a revision. */
const versionForm = /^v?[\d.-]{1,20}$/

const unsupported = (data: unknown) => {
  if (!Predicate.isReadonlyObject(data)) return undefined
  const { supported, requested } = data
  return { supported, requested: typeof requested === 'string' && versionForm.test(requested) ? requested : '' }
}

/** The library's answer to a request, with this service's texts and capabilities. */
export const inOurWords = ({ method }: Request, answer: Message, hasResources: boolean): Message => {
  const { id, error, result } = answer
  if (Predicate.isReadonlyObject(error)) {
    const code = Number(error['code'])
    const data = code === McpSchema.UNSUPPORTED_PROTOCOL_VERSION_ERROR_CODE ? unsupported(error['data']) : undefined
    return errorMessage(code, id, data)
  }
  return introductions.has(method) && Predicate.isReadonlyObject(result)
    ? { ...answer, result: { ...result, capabilities: hasResources ? withResources : capabilities } }
    : answer
}
