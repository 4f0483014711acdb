import type { Answer, Sandbox } from '#tools/service/sandbox.ts'
import { type Draft, keyFor } from './draft.ts'
import { faults } from './faults.ts'
import { endpoint, envelope } from './mcp.ts'

/** Sends the draft's body, as it is written, as the arguments of crear_verificacion. */
export const performTool = async (sandbox: Sandbox, draft: Draft, ordinary: string): Promise<Answer> => {
  const key = await keyFor(sandbox, draft, ordinary)
  const { headers } = envelope('2025-11-25', 'tools/call')
  const values = {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    authorization: draft.authorization ?? [`Bearer ${key}`],
    'content-type': ['application/json'],
    ...draft.headers,
  }
  const args = draft.text(JSON.stringify(draft.body))
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"crear_verificacion","arguments":${args}}}`
  return sandbox.send({
    method: 'POST',
    path: endpoint,
    headers: Object.entries(values).flatMap(([name, some]) => some.map((value) => [name, value] as const)),
    body: draft.bytes(Buffer.from(message)),
  })
}

/** There is no `Idempotency-Key` and no `X-Canal` to get wrong. */
export const applicable = faults.filter(
  ({ uses }) => !uses.some((used) => used === 'idempotency-key' || used === 'x-canal'),
)
