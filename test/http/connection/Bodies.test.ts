import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { UnfinishedBodies, WatchedRequest } from '#http/connection/Bodies.ts'
import { type Connection, head, open } from '#test/support/socket.ts'
import { startSandbox } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

describe.each(['/v1/verificaciones', '/mcp'])('bodies at %s that do not end', (path) => {
  /** A connection over which a body is read that has not come. */
  const begun = async (key: string): Promise<Connection> => {
    const connection = await open(sandbox.base)
    const headers = [`Authorization: Bearer ${key}`, 'Content-Length: 2', 'Content-Type: application/json']
    await connection.write(head(`POST ${path}`, ...headers, 'Expect: 100-continue'))
    expect((await connection.answer()).status).toBe(100)
    return connection
  }

  it('are 256 of one account at most: with one more the longest-waiting is cut off, and nobody else', async () => {
    const [one, other] = [await sandbox.account(), await sandbox.account()]
    using neighbour = await begun(other.llave)
    const connections: Array<Connection> = []
    for (let count = 0; count < 256; count++) connections.push(await begun(one.llave))
    const [first, second] = connections
    connections.push(await begun(one.llave))
    await first?.write('[]')
    const end = await first?.answer().then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect(end).toBe('cut off')
    for (const connection of [second, neighbour]) {
      await connection?.write('[]')
      expect((await connection?.answer())?.status).toBe(400)
    }
    // One has ended, so there is room for one.
    connections.push(await begun(one.llave))
    await connections[2]?.write('[]')
    expect((await connections[2]?.answer())?.status).toBe(400)
    for (const connection of connections) connection[Symbol.dispose]()
  })
})

describe('the memory of bodies that do not end', () => {
  const message = () => new WatchedRequest(new Socket())
  const cutOff = (messages: ReadonlyArray<IncomingMessage>) => messages.map(({ destroyed }) => destroyed)

  it('is 32 MB, 16 KB for each: then the longest-waiting of the account with most of it goes', () => {
    const bodies = new UnfinishedBodies()
    const begin = (account: string, count: number) =>
      Array.from({ length: count }, () => {
        const one = message()
        bodies.begin(account, one)
        return one
      })
    const alone = begin('alone', 1)
    const many = Array.from({ length: 8 }, (_, nth) => begin(`${nth}`, nth === 3 ? 256 : 255))
    const before = cutOff(many.flat())
    expect(before.filter(Boolean)).toEqual([])
    begin('late', 2_048 - 1 - many.flat().length)
    expect(cutOff(many.flat()).filter(Boolean)).toEqual([])
    begin('later', 1)
    expect(cutOff(many[3] ?? []).indexOf(true)).toBe(0)
    expect(cutOff([...alone, ...many.flat()]).filter(Boolean)).toHaveLength(1)
  })

  it('is taken by their pieces too, each with half a kilobyte besides its bytes', () => {
    const bodies = new UnfinishedBodies()
    const [first, second] = [message(), message()]
    for (const one of [first, second]) bodies.begin('one', one)
    const room = 33_554_432 - 2 * 16_384
    const pieces = Math.floor(room / (512 + 1_024))
    for (let piece = 0; piece < pieces; piece++) second.push(Buffer.alloc(1_024))
    expect(cutOff([first, second])).toEqual([false, false])
    second.push(Buffer.alloc(1_024))
    expect(cutOff([first, second])).toEqual([true, false])
  })

  it('is free again when a body ends, comes to its end or is cut off', () => {
    const bodies = new UnfinishedBodies()
    const held = Array.from({ length: 256 }, () => {
      const one = message()
      return { one, body: bodies.begin('one', one) }
    })
    for (const { one } of held) one.push(Buffer.alloc(65_536))
    for (const { body } of held) {
      bodies.end(body)
      bodies.end(body)
    }
    const again = Array.from({ length: 256 }, () => {
      const one = message()
      bodies.begin('one', one)
      one.push(Buffer.alloc(65_536))
      one.push(null)
      return one
    })
    expect(cutOff(again).filter(Boolean)).toEqual([])
    // What still comes to a body that has ended is not counted any more.
    for (const { one } of held) one.push(Buffer.alloc(65_536))
    expect(cutOff(again).filter(Boolean)).toEqual([])
  })

  it('is that of the account which has most of it now, and not of one that had', () => {
    const bodies = new UnfinishedBodies()
    const begin = (account: string, count: number) =>
      Array.from({ length: count }, () => {
        const one = message()
        const body = bodies.begin(account, one)
        one.push(Buffer.alloc(102_400))
        return { one, body }
      })
    const had = begin('had', 256)
    for (const { body } of had.slice(1)) bodies.end(body)
    const most = begin('most', 200)
    const late = begin('late', 90)
    const messages = (some: typeof had) => cutOff(some.map(({ one }) => one))
    expect(messages(most).indexOf(true)).toBe(0)
    expect(messages([...had.slice(0, 1), ...late]).filter(Boolean)).toEqual([])
  })
})
