import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { Effect, Redacted } from 'effect'
import { afterEach, describe, expect, it } from 'vitest'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'

const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const servers: Array<ReturnType<typeof createServer>> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that answers the first packet as told, and keeps all that it hears. */
const listening = async (answer: (socket: Socket) => void) => {
  const heard: Array<Buffer> = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (chunk) => {
      heard.push(chunk)
      socket.on('data', (more) => heard.push(more))
      answer(socket)
    })
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return { heard, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

const select = (port: number, query: string, certificates: string | null) =>
  Effect.gen(function* () {
    const { api, answering } = yield* Database
    return yield* answering(api`SELECT 1`)
  }).pipe(
    Effect.flip,
    Effect.provide(
      Database.layer({
        url: Redacted.make(`postgres://cotejo:hunter2@localhost:${port}/cotejo${query}`),
        certificates,
        apiConnections: 1,
        workConnections: 1,
        dispatchConnections: 1,
      }),
    ),
    Effect.runPromise,
  )

describe('the way to the database', () => {
  it.each([null, certificate])('says nothing in plain text to a server that refuses TLS', async (certificates) => {
    const { heard, port } = await listening((socket) => socket.end('N'))
    await select(port, '?sslmode=verify-full', certificates)
    expect(Buffer.concat(heard)).toEqual(sslRequest)
  })

  it('says nothing to a server whose certificate nobody vouches for', async () => {
    const decrypted: Array<Buffer> = []
    const { port } = await listening((socket) => {
      socket.write('S')
      const secured = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext({ cert: certificate, key: certificateKey }),
      })
      secured.on('error', () => undefined).on('data', (chunk) => decrypted.push(chunk))
    })
    await select(port, '?sslmode=verify-full', null)
    expect(Buffer.concat(decrypted).toString()).toBe('')
  })

  it('speaks to a server that the given authority vouches for', async () => {
    const greeted = Promise.withResolvers<string>()
    const { port } = await listening((socket) => {
      socket.removeAllListeners('data')
      socket.write('S')
      const secured = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext({ cert: certificate, key: certificateKey }),
      })
      secured
        .on('error', () => undefined)
        .once('data', (chunk) => {
          greeted.resolve(chunk.toString('latin1'))
          secured.destroy()
        })
    })
    await select(port, '?sslmode=verify-full', certificate)
    expect(await greeted.promise).toContain('cotejo')
  })
})
