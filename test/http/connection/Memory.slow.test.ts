import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { connections } from '#domain/Limits.ts'
import { started } from '#test/support/childProcess.ts'
import { freshBytes } from '#test/support/listener.ts'
import { stubborn } from '#test/support/stubborn.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: tests\r\n\r\n`

const script = fileURLToPath(new URL('../../support/listenerProcess.ts', import.meta.url))

/** The server as a process of its own, and what it says of itself. */
const startServer = async () => {
  const args = ['--expose-gc', script]
  // What is freed is to go back to the system, and not to the allocator.
  const server = started(process.execPath, args, { env: { MALLOC_MMAP_THRESHOLD_: '131072' } })
  const [, port] = await server.says(/port (\d+)/)
  let asked = 0
  const look = async () => {
    asked += 1
    server.tell(`${asked}\n`)
    const [, made, held] = await server.says(new RegExp(`^${asked}: made (\\d+), holds (\\d+)$`, 'm'))
    return { made: Number(made), held: Number(held) }
  }
  return { port: Number(port), look }
}

it('many clients that never read their answers are held to what all of them may leave', async () => {
  const { port, look } = await startServer()
  const answered = async (count: number) => {
    const clients = await Promise.all(Array.from({ length: count }, () => stubborn(port)))
    for (const client of clients) {
      client.stopReading()
      client.write(get('/fresh'))
      // Whoever is reset is to hear of it.
      client.drip('\r\n')
    }
    return clients
  }
  const count = 110
  // Besides, the answers to as many requests as come between two looks, and what the program itself comes to use.
  const bound = connections.untakenBytes + 32 * freshBytes + 48 * 1_048_576
  expect(count * freshBytes).toBeGreaterThan(1.4 * bound)
  const { held: before } = await look()
  for (const nth of [1, 2]) {
    const clients = await answered(count)
    let most = 0
    await expect
      .poll(async () => {
        const { made, held } = await look()
        most = Math.max(most, held - before)
        return made
      })
      .toBe(nth * count)
    expect(most).toBeLessThan(bound)
    await expect.poll(async () => (await look()).held - before).toBeLessThan(connections.untakenBytes * 2)
    for (const client of clients) client[Symbol.dispose]()
  }
  // Once they are gone, so is what they held.
  await expect.poll(async () => (await look()).held - before).toBeLessThan(connections.untakenBytes)
})

it('a client that asks and never reads has so many answers made for it, and is cut off', async () => {
  const { port, look } = await startServer()
  using client = await stubborn(port)
  client.stopReading()
  client.write(get('/fresh').repeat(1_000))
  client.drip('\r\n')
  await client.destroyed
  expect((await look()).made).toBeLessThanOrEqual(connections.requestsPerConnection)
})
