import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { requestIdHeader } from '#wire/AdditionalHeaders.ts'
import { catalog, errorBody } from '#wire/Errores.ts'
import { nextRequestId } from './Answers.ts'

/** Errors of Node's HTTP parser, raised before there is a request: status line by error code. */
const refusals: Record<string, readonly [status: number, phrase: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

const refusal = (code: string): string => {
  const [status, phrase] = refusals[code] ?? [catalog.peticion_invalida.status, 'Bad Request']
  const body = JSON.stringify(errorBody('peticion_invalida'))
  return (
    `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n` +
    `${requestIdHeader}: ${nextRequestId()}\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const isAnswered = ({ response }: Exchange): boolean => response.headersSent

/** Calls back once every answer is sent or its connection is closed. */
const afterAnswers = (exchanges: ReadonlyArray<Exchange>, then: () => void): void => {
  const waiting = new Set(exchanges)
  if (waiting.size === 0) then()
  for (const exchange of exchanges) {
    exchange.response.once('close', () => {
      waiting.delete(exchange)
      if (waiting.size === 0) then()
    })
  }
}

/**
 * Answers a parser error with `peticion_invalida` and the usual body, and closes the connection. Complete requests on
 * the same connection get their own answers first, because they may have created something.
 */
export const answerParserErrors = (server: Server): void => {
  /** For each connection: the exchanges in progress, and the last one. */
  const underWay = new WeakMap<Duplex, Set<Exchange>>()
  const latest = new WeakMap<Duplex, Exchange>()
  const refused = new WeakSet<Duplex>()

  server.on('request', (request, response) => {
    const { socket } = request
    const exchange = { request, response }
    const open = underWay.get(socket) ?? new Set()
    underWay.set(socket, open.add(exchange))
    latest.set(socket, exchange)
    response.once('close', () => open.delete(exchange))
  })

  const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // The parser reports the error again for everything that follows.
    if (refused.has(socket)) return
    refused.add(socket)
    const last = latest.get(socket)
    const broken = last?.request.complete === false ? last : null
    const whole = [...(underWay.get(socket) ?? [])].filter((exchange) => exchange !== broken || isAnswered(exchange))
    afterAnswers(whole, () => {
      if (!socket.writable) return void socket.destroy()
      // A request that broke off after its answer gets no second answer.
      socket.end(broken !== null && isAnswered(broken) ? undefined : refusal(error.code ?? ''))
    })
  }

  server.on('clientError', refuse)
  server.on('connect', (_, socket) => refuse(new Error('no tunnels'), socket))
}
