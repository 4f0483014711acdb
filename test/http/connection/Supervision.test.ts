import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Duration } from 'effect'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connections } from '#domain/Limits.ts'
import { isOverdue, superviseConnections } from '#http/connection/Connections.ts'
import type { Connection } from '#http/connection/OpenConnections.ts'

const having = <A extends object>(one: A, properties: Record<string, unknown>): A =>
  Object.defineProperties(
    one,
    Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, { value, configurable: true }])),
  )

describe('a connection has had its time', () => {
  const limits = {
    ...connections,
    handshakeTime: Duration.seconds(1),
    headersTime: Duration.seconds(10),
    answerTime: Duration.seconds(30),
    idleTime: Duration.seconds(60),
  }
  const opened = (changes: Partial<Connection>, spoken = {}): Connection => {
    const raw = having(new Socket(), { writableLength: 0, writableEnded: false, ...spoken })
    const since = { openedAt: 0, quietSince: 0, untakenSince: null, endedSince: null }
    return { raw, spoken: raw, client: 'a', underWay: new Set(), ...since, ...changes }
  }
  const asked = () => new Set([new ServerResponse(new IncomingMessage(new Socket()))])

  it.each<[string, number, Partial<Connection>, object]>([
    ['the handshake is to be over', 1_000, { spoken: null }, {}],
    ['an answer is to be taken', 30_000, { underWay: asked() }, { writableLength: 1 }],
    ['a client is to end what we ended', 2_000, { underWay: asked() }, { writableEnded: true }],
    ['the next request is to have its headers', 70_000, {}, {}],
  ])('a millisecond after %s: %d', (_, last, changes, spoken) => {
    const connection = opened(changes, spoken)
    // Since when it waits is noted at the first look.
    expect(isOverdue(connection, 0, limits)).toBe(false)
    expect(isOverdue(connection, last, limits)).toBe(false)
    expect(isOverdue(connection, last + 1, limits)).toBe(true)
  })

  it('sooner where answers have less than two seconds to be taken', () => {
    const connection = opened({}, { writableEnded: true })
    const hasty = { ...limits, answerTime: Duration.millis(150) }
    expect(isOverdue(connection, 0, hasty)).toBe(false)
    expect(isOverdue(connection, 151, hasty)).toBe(true)
  })

  it('never while a request is under way and all of its answer was taken', () => {
    expect(isOverdue(opened({ underWay: asked() }), 86_400_000, limits)).toBe(false)
  })
})

describe('a server without a network', () => {
  /** A connection over which so many requests can begin. */
  const connected = (untakenBytes: number) => {
    const server = createServer().removeAllListeners('connection')
    onTestFinished(() => void server.emit('close'))
    superviseConnections(server, { ...connections, untakenBytes, requestsPerConnection: 1_000 }, () => null)
    const socket = having(new Socket(), { remoteAddress: '192.0.2.1', writableLength: 0 })
    const reset = vi.spyOn(socket, 'resetAndDestroy').mockReturnValue(socket)
    const destroyed = vi.spyOn(socket, 'destroy').mockReturnValue(socket)
    server.emit('connection', socket)
    const ask = (bytes: number): ServerResponse => {
      const message = new IncomingMessage(socket)
      const response = having(new ServerResponse(message), { writableLength: bytes })
      server.emit('request', message, response)
      return response
    }
    return { server, ask, reset, destroyed, socket }
  }

  it('looks at what is held after 32 requests and answers, and resets who takes nothing', () => {
    const { ask, reset } = connected(30)
    for (let asked = 0; asked < 31; asked++) ask(1)
    expect(reset).not.toHaveBeenCalled()
    ask(1)
    expect(reset).toHaveBeenCalledTimes(1)
  })

  it('looks again after 32 more', () => {
    const { ask, reset } = connected(0)
    for (let asked = 0; asked < 32; asked++) ask(0)
    for (let asked = 0; asked < 31; asked++) ask(1)
    expect(reset).not.toHaveBeenCalled()
    ask(1)
    expect(reset).toHaveBeenCalledTimes(1)
  })

  it('counts an answer that is made as much as a request', () => {
    const { ask, reset } = connected(0)
    const answers = Array.from({ length: 16 }, () => ask(1))
    for (const answer of answers.slice(0, 15)) answer.emit('prefinish')
    expect(reset).not.toHaveBeenCalled()
    answers[15]?.emit('prefinish')
    expect(reset).toHaveBeenCalledTimes(1)
  })

  it('looks then at no connection that holds nothing, whether it is quiet or waits for its answer', () => {
    const { server, ask } = connected(0)
    let looked = 0
    const others = Array.from({ length: 100 }, (_, index) => {
      const socket = having(new Socket(), { remoteAddress: '192.0.2.2', remotePort: index })
      const get = () => {
        looked += 1
        return 0
      }
      return Object.defineProperty(socket, 'writableLength', { get })
    })
    for (const socket of others) server.emit('connection', socket)
    for (const socket of others.slice(50)) {
      const message = new IncomingMessage(socket)
      server.emit('request', message, new ServerResponse(message))
    }
    for (let asked = 0; asked < 320; asked++) ask(0)
    expect(looked).toBe(0)
  })

  it('looks then at a connection whose answer is made, until it was taken', () => {
    const { server, ask, reset } = connected(30)
    const socket = having(new Socket(), { remoteAddress: '192.0.2.2', writableLength: 31 })
    const other = vi.spyOn(socket, 'resetAndDestroy').mockReturnValue(socket)
    server.emit('connection', socket)
    const message = new IncomingMessage(socket)
    const response = having(new ServerResponse(message), { writableLength: 31 })
    server.emit('request', message, response)
    for (let asked = 0; asked < 64; asked++) ask(0)
    expect(other).not.toHaveBeenCalled()
    response.emit('prefinish')
    for (let asked = 0; asked < 32; asked++) ask(0)
    expect([other.mock.calls.length, reset.mock.calls.length]).toEqual([1, 0])
  })

  it('closes a connection that left nothing, without a reset', () => {
    const { ask, reset, destroyed, socket } = connected(0)
    having(socket, { writableEnded: true })
    vi.spyOn(performance, 'now').mockReturnValue(0)
    for (let asked = 0; asked < 32; asked++) ask(0)
    expect(destroyed).not.toHaveBeenCalled()
    vi.spyOn(performance, 'now').mockReturnValue(2_001)
    for (let asked = 0; asked < 32; asked++) ask(0)
    vi.restoreAllMocks()
    expect([destroyed.mock.calls.length, reset.mock.calls.length]).toEqual([1, 0])
  })
})
