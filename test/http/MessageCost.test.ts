import { describe, expect, it } from 'vitest'
import { costOf } from '#http/KeyedRoute.ts'

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))
const message = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } })
const batchOf = (count: number, name: string) => Array.from({ length: count }, () => message(name))

describe('what a body of messages costs of the turns of its key', () => {
  it.each<[name: string, body: Uint8Array, cost: number]>([
    ['one', bytes(message('consultar_consumo')), 1],
    ['a list', bytes(message('listar_verificaciones')), 10],
    ['a batch of ten', bytes(batchOf(10, 'crear_verificacion')), 10],
    ['a batch of ten lists', bytes(batchOf(10, 'listar_verificaciones')), 100],
    ['more than are answered', bytes(batchOf(500, 'listar_verificaciones')), 100],
    ['no message at all', Buffer.from(''), 1],
    ['one of a name that is written in ASCII', Buffer.from('{"jsonrpc":"2.0","x":"Mu\\u00f1oz \\u0026 \\u2019"}'), 1],
  ])('%s', (_, body, cost) => {
    expect(costOf(body)).toBe(cost)
  })

  it.each([
    [`[${Array(10).fill('{"json\\u0072pc":"2.0"}').join()}]`],
    ['{"jsonrpc":"2.0","params":{"name":"listar\\u005Fverificaciones"}}'],
    ['{"jsonrpc":"2.0","params":{"name":"l\\u0069star_verificaciones"}}'],
  ])('the most where an escape hides what it is: %s', (body) => {
    expect(costOf(Buffer.from(body))).toBe(100)
  })
})
