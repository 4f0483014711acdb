import type { Answer, Sandbox } from '#tools/service/sandbox.ts'

/** Every revision, newest first; all but the newest begin with `initialize`. */
export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
export type Revision = (typeof revisions)[number]

export const endpoint = '/mcp'
const latest = revisions[0]

/** The headers of a message, and what its `params` hold beside their own, in this revision. */
export const envelope = (
  revision: Revision,
  method: string,
  name?: string,
): { readonly headers: Record<string, string>; readonly meta: Record<string, unknown> } => {
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': revision }
  if (revision !== latest) return { headers, meta: {} }
  return {
    headers: { ...headers, 'mcp-method': method, ...(name === undefined ? {} : { 'mcp-name': name }) },
    meta: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }
}

/** What is asked for over MCP. */
export interface Asked {
  readonly key: string
  readonly method: string
  readonly params?: Record<string, unknown>
  readonly revision?: Revision
}

/** One JSON-RPC request as it is written, and its HTTP answer. */
export const ask = (
  sandbox: Pick<Sandbox, 'call'>,
  { key, method, params = {}, revision = '2025-11-25' }: Asked,
): Promise<Answer> => {
  const name = typeof params['name'] === 'string' ? params['name'] : undefined
  const { headers, meta } = envelope(revision, method, name)
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, ...meta } }
  return sandbox.call('POST', endpoint, { key, headers, body })
}

/** What a tool answered. */
export interface Outcome {
  /** The document of a success. */
  readonly document: Record<string, unknown> | null
  readonly codigo: string | null
  /** Every text, the first of them JSON. */
  readonly texts: ReadonlyArray<string>
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
const items = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The `codigo` that an answer tells, whoever found it: the HTTP server, the protocol or the tool. */
export const outcomeOf = ({ body }: Answer): Outcome => {
  const result = body['result']
  const texts = items(member(result, 'content')).map((part) => String(member(part, 'text')))
  const failed = member(result, 'isError') === true
  const error = failed ? JSON.parse(texts[0] ?? '{}') : (member(body['error'], 'data') ?? body)
  const codigo = member(error, 'codigo')
  return {
    document: failed || result === undefined ? null : JSON.parse(texts[0] ?? 'null'),
    codigo: typeof codigo === 'string' ? codigo : null,
    texts,
  }
}

/** Calls a tool and tells what it answered. */
export const callTool = async (
  sandbox: Pick<Sandbox, 'call'>,
  key: string,
  name: string,
  args: unknown = {},
  revision?: Revision,
): Promise<Outcome & { readonly answer: Answer }> => {
  const asked = { key, method: 'tools/call', params: { name, arguments: args } }
  const answer = await ask(sandbox, revision === undefined ? asked : { ...asked, revision })
  return { ...outcomeOf(answer), answer }
}
