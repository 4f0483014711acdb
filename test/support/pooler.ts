import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to Postgres as pgbouncer is one. */
export interface Pooler {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** What every pooler passes on of what a connection asks for. */
const passed = ['user', 'database', 'application_name', 'client_encoding']

/** The first message of a connection: its length, the protocol, then names and values, each ended by a zero. */
const beginning = (message: Buffer) => {
  const words = message.toString('utf8', 8, message.length - 2).split('\0')
  return words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] ?? ''] as const] : []))
}

const withParameters = (message: Buffer, parameters: ReadonlyArray<readonly [string, string]>): Buffer => {
  const text = Buffer.from(`${parameters.flat().join('\0')}\0\0`)
  const head = Buffer.from(message.subarray(0, 8))
  head.writeUInt32BE(8 + text.length)
  return Buffer.concat([head, text])
}

const refusal = (name: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`)
  const head = Buffer.from('E\0\0\0\0', 'latin1')
  head.writeUInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, fields])
}

/**
 * Opens a way to the Postgres at this URL; stop it after the test.
 *
 * @param ignores whether it drops what it does not know, as `ignore_startup_parameters` tells pgbouncer to, or refuses it
 */
export const pooler = async (url: string, { ignores }: { readonly ignores: boolean }): Promise<Pooler> => {
  const target = new URL(url)
  const open = new Set<Socket>()
  const kept = (socket: Socket): Socket => {
    open.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const listener = createServer((client) => {
    kept(client).once('data', (first) => {
      const parameters = beginning(first)
      const [strange] = parameters.find(([name]) => !passed.includes(name)) ?? []
      if (strange !== undefined && !ignores) {
        client.end(refusal(strange))
        return
      }
      const server = kept(connect(Number(target.port), target.hostname))
      server.write(
        withParameters(
          first,
          parameters.filter(([name]) => passed.includes(name)),
        ),
      )
      client.pipe(server).pipe(client)
    })
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const address = listener.address()
  const pooled = new URL(url)
  pooled.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: pooled.href,
    stop: async () => {
      for (const socket of open) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
