import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { answerParserErrors } from '#http/ParserErrors.ts'

/** A server without a network, and a connection that notes what is written to it. */
const connected = () => {
  const server = createServer()
  answerParserErrors(server)
  const socket = new Socket()
  Object.defineProperty(socket, 'writable', { value: true, writable: true })
  const end = vi.spyOn(socket, 'end').mockImplementation(() => Object.assign(socket, { writable: false }))
  const destroy = vi.spyOn(socket, 'destroy').mockReturnValue(socket)
  const refuse = (code: string) => void server.emit('clientError', Object.assign(new Error(code), { code }), socket)
  const ask = (isWhole: boolean) => {
    const request = Object.assign(new IncomingMessage(socket), { complete: isWhole })
    const response = new ServerResponse(request)
    server.emit('request', request, response)
    return response
  }
  /** The status line of each refusal. */
  const told = () => end.mock.calls.map(([text]) => String(text).split('\r\n')[0])
  return { refuse, ask, told, destroy, socket }
}

it.each([
  ['HPE_INVALID_METHOD', 'HTTP/1.1 400 Bad Request'],
  ['HPE_HEADER_OVERFLOW', 'HTTP/1.1 431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 408 Request Timeout'],
])('%s is answered with %s', (code, line) => {
  const { refuse, told, destroy } = connected()
  refuse(code)
  expect([told(), destroy.mock.calls.length]).toEqual([[line], 0])
})

it('a connection that was reset is answered nothing', () => {
  const { refuse, told, destroy } = connected()
  refuse('ECONNRESET')
  expect([told(), destroy.mock.calls.length]).toEqual([[], 1])
})

it('what is refused again and again behind a request is answered once, after that request', () => {
  const { refuse, ask, told, destroy } = connected()
  const response = ask(true)
  refuse('HPE_INVALID_METHOD')
  refuse('HPE_INVALID_METHOD')
  expect(told()).toEqual([])
  response.emit('close')
  refuse('HPE_INVALID_METHOD')
  expect([told(), destroy.mock.calls.length]).toEqual([['HTTP/1.1 400 Bad Request'], 1])
})

it('a request that broke off is refused without waiting for an answer to it', () => {
  const { refuse, ask, told } = connected()
  ask(false)
  refuse('HPE_INVALID_CHUNK_SIZE')
  expect(told()).toEqual(['HTTP/1.1 400 Bad Request'])
})

it('a request that broke off after its answer began is answered nothing more', () => {
  const { refuse, ask, told } = connected()
  const response = ask(false)
  response.writeHead(200)
  Object.defineProperty(response, 'headersSent', { value: true })
  refuse('HPE_INVALID_CHUNK_SIZE')
  expect(told()).toEqual([])
  response.emit('close')
  expect(told()).toEqual(['undefined'])
})
