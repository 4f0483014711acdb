import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A request that a provider received. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  // Asserted, or echoed, field by field.
  readonly body: Record<string, unknown>
}

/** A status and a body: a value as JSON, or a text or bytes unchanged. */
export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}
/** Null leaves the call without an answer. */
export type Script = (asked: Asked) => ScriptedAnswer | null
type SlowScript = (asked: Asked) => Promise<ScriptedAnswer>

/** A provider that speaks correct HTTP and answers by a script. */
export interface Provider {
  readonly url: string
  readonly asked: ReadonlyArray<Asked>
  /** The number of connections so far. */
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> =>
  JSON.parse(Buffer.concat(await request.toArray()).toString())

const isText = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)

export const jsonHeaders = { 'content-type': 'application/json' } as const

/** Starts a provider on loopback, over https if a certificate is given. Stop it after the test. */
export const provider = async (script: Script | SlowScript, tls: ServerOptions | null = null): Promise<Provider> => {
  const asked: Array<Asked> = []
  let connections = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers, body: await bodyOf(request) }
    asked.push(one)
    const scripted = await script(one)
    if (scripted === null) return
    const { status = 200, headers: answered = jsonHeaders, body } = scripted
    response.writeHead(status, answered).end(isText(body) ? body : JSON.stringify(body))
  }
  const server = tls === null ? createServer() : createSecureServer(tls)
  server
    .on('request', (request, response) => void answer(request, response).catch(() => request.destroy()))
    .on('connection', () => {
      connections += 1
    })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `${tls === null ? 'http' : 'https'}://127.0.0.1:${port}`,
    asked,
    connections: () => connections,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The registry's successful answer to a question, with these changes. */
export const found = ({ consulta_id, curp }: Record<string, unknown>, changes: Record<string, unknown> = {}) => ({
  resultado: 'encontrada',
  consulta_id,
  curp,
  estatus_curp: 'AN',
  nombres: 'LUIS',
  primer_apellido: 'MARTINEZ',
  segundo_apellido: 'PEREZ',
  fecha_nacimiento: '1990-01-01',
  sexo: 'H',
  validacion: 'valida',
  credencial: 'coincide',
  ...changes,
})

/** The courts' answer to a question, without lawsuits, with these changes. */
export const searched = ({ consulta_id, curp }: Record<string, unknown>, changes: Record<string, unknown> = {}) => ({
  resultado: 'consultada',
  consulta_id,
  curp,
  juicios: [],
  ...changes,
})
