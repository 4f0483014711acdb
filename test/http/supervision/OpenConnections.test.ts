import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Duration } from 'effect'
import { describe, expect, it } from 'vitest'
import { connections as limits } from '#domain/Limits.ts'
import { limitBodyChunks, WatchedRequest } from '#http/connection/Bodies.ts'
import { beyond, type Connection, leastWanted, OpenConnections, untaken } from '#http/supervision/OpenConnections.ts'
import { lookingInterval } from '#http/supervision/Supervision.ts'

const holding = <A extends object>(one: A, writableLength: number): A =>
  Object.defineProperty(one, 'writableLength', { value: writableLength })
const response = (bytes: number) => holding(new ServerResponse(new IncomingMessage(new Socket())), bytes)

/** A connection that has left so many bytes untaken. */
const connection = (name: string, left: number, changes: Partial<Connection> = {}): Connection => {
  const raw = holding(new Socket(), left)
  const since = { openedAt: 0, quietSince: 0, untakenSince: null, endedSince: null }
  return { raw, spoken: raw, client: name, underWay: new Set(), ...since, ...changes }
}
const clients = (some: ReadonlyArray<Connection>) => some.map(({ client }) => client)

it('what a client has not taken is what its socket holds, or its answers that wait', () => {
  expect(untaken(connection('a', 7))).toBe(7)
  expect(untaken(connection('a', 7, { underWay: new Set([response(3), response(5)]) }))).toBe(8)
  expect(untaken(connection('a', 9, { underWay: new Set([response(3), response(5)]) }))).toBe(9)
  expect(untaken(connection('a', 9, { spoken: null }))).toBe(0)
})

it.each([
  [60, []],
  [59, ['c']],
  [30, ['c']],
  [29, ['c', 'b']],
  [10, ['c', 'b']],
  [9, ['c', 'b', 'a']],
])('with no more than %d bytes left those go who left most: %j', (most, gone) => {
  const all = [connection('a', 10), connection('b', 20), connection('c', 30)]
  expect(clients(beyond(most, all))).toEqual(gone)
})

describe('room for one more', () => {
  const nobody = () => null
  const quiet = (name: string, quietSince: number, changes: Partial<Connection> = {}) =>
    connection(name, 0, { quietSince, ...changes })

  it('is made by who is quiet longest', () => {
    expect(leastWanted([quiet('a', 3), quiet('b', 1), quiet('c', 2)], nobody)?.client).toBe('b')
  })

  it('is not made by whose request is under way', () => {
    const busy = { underWay: new Set([response(0)]) }
    expect(leastWanted([quiet('a', 3), quiet('b', 1, busy)], nobody)?.client).toBe('a')
    expect(leastWanted([quiet('b', 1, busy)], nobody)).toBeNull()
    expect(leastWanted([], nobody)).toBeNull()
  })

  it('is made by a partner after everybody else', () => {
    const [one, other, stranger] = [quiet('a', 1), quiet('b', 2), quiet('c', 9_999)]
    const partnerOf = (socket: Socket) => (socket === one.raw ? 'one' : socket === other.raw ? 'other' : null)
    expect(leastWanted([one, other, stranger], partnerOf)?.client).toBe('c')
    expect(leastWanted([other, one], partnerOf)?.client).toBe('a')
    expect(leastWanted([stranger, quiet('d', 99_999, { spoken: null })], partnerOf)?.client).toBe('c')
    const busy = ['e', 'f'].map((client, since) => quiet(client, since, { underWay: new Set([response(0)]) }))
    expect(leastWanted([one, ...busy], partnerOf)?.client).toBe('e')
  })

  it('is made by the client that has most connections, and at last by one that is busy', () => {
    const busy = () => ({ underWay: new Set([response(0)]) })
    const [newcomer, other] = [quiet('new', 9), quiet('one', 8)]
    const flood = [quiet('many', 5, busy()), quiet('many', 4, busy())]
    expect(leastWanted([newcomer, ...flood, other], nobody)).toBe(flood[1])
    expect(leastWanted([newcomer, ...flood, quiet('many', 7), other], nobody)?.quietSince).toBe(7)
    // Who has the same number is as good as anybody.
    expect(leastWanted([...flood, quiet('two', 1), quiet('two', 2)], nobody)?.quietSince).toBe(1)
  })

  it('is made by the key that has most connections, wherever they come from, before another partner', () => {
    const busy = () => ({ underWay: new Set([response(0)]) })
    const flood = ['a', 'b', 'c'].map((address, since) => quiet(address, since, busy()))
    const partner = quiet('d', 1)
    const partnerOf = (socket: Socket) => (socket === partner.raw ? 'one' : 'other')
    expect(leastWanted([partner, ...flood], partnerOf)).toBe(flood[0])
    expect(leastWanted([partner], partnerOf)).toBe(partner)
  })

  it('is made by a key that has more connections than all strangers have, one of whom may be a partner yet', () => {
    const flood = ['a', 'b', 'c'].map((address, since) => quiet(address, since, { underWay: new Set([response(0)]) }))
    const strangers = ['d', 'e', 'f'].map((address, since) => quiet(address, since))
    const partnerOf = (socket: Socket) => (flood.some(({ raw }) => raw === socket) ? 'one' : null)
    expect(leastWanted([...flood, ...strangers.slice(0, 2)], partnerOf)).toBe(flood[0])
    expect(leastWanted([...flood, ...strangers], partnerOf)).toBe(strangers[0])
  })

  it('is not made by one whose request is under way and who has no other, nor so by a proxy', () => {
    const busy = () => ({ underWay: new Set([response(0)]) })
    expect(leastWanted([quiet('a', 1, busy()), quiet('b', 2, busy())], nobody)).toBeNull()
    const proxied = [quiet('a', 1, { client: null, ...busy() }), quiet('a', 2, { client: null, ...busy() })]
    expect(leastWanted(proxied, nobody)).toBeNull()
  })
})

it('connections are counted by client, each once, and those of a proxy for none', () => {
  const open = new OpenConnections()
  const [one, other, third] = [connection('a', 0), connection('a', 0), connection('a', 0)]
  for (const each of [one, other, third, connection('b', 0), connection('x', 0, { client: null })]) open.add(each)
  expect([open.all.size, open.of('a'), open.of('b'), open.of('c')]).toEqual([5, 3, 1, 0])
  open.remove(one)
  open.remove(one)
  expect([open.all.size, open.of('a')]).toEqual([4, 2])
  open.remove(other)
  expect(open.of('a')).toBe(1)
  open.remove(third)
  expect([open.all.size, open.of('a')]).toEqual([2, 0])
})

it.each([
  [3, 0],
  [4, 1],
  [6, 3],
])('of a body that comes in %d pieces, of which there may be three, %d are too many', (pieces, beyondMost) => {
  const message = new WatchedRequest(new Socket())
  let tooMany = 0
  limitBodyChunks(message, 3, () => {
    tooMany += 1
  })
  const taken = Array.from({ length: pieces }, () => message.push(Buffer.from('x')))
  expect(tooMany).toBe(beyondMost)
  expect(taken.slice(3)).toEqual(Array.from({ length: beyondMost }, () => false))
  expect(message.readableLength).toBe(3)
})

it.each([
  [{}, 1_000],
  [{ handshakeTime: Duration.millis(100) }, 50],
  [{ headersTime: Duration.millis(100) }, 50],
  [{ answerTime: Duration.millis(100) }, 50],
  [{ idleTime: Duration.millis(100) }, 50],
  [{ requestTime: Duration.millis(100) }, 1_000],
])('connections held to %j are looked at every %d milliseconds', (changes, interval) => {
  expect(lookingInterval({ ...limits, ...changes })).toBe(interval)
})
