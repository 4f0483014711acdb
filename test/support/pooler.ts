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

/** Calls with the state of the transaction whenever the server is ready: `I` when there is none. */
const onReady = (server: Socket, ready: (state: string) => void): void => {
  let unread: Buffer = Buffer.alloc(0)
  server.on('data', (bytes) => {
    unread = Buffer.concat([unread, bytes])
    while (unread.length >= 5) {
      const end = 1 + unread.readUInt32BE(1)
      if (unread.length < end) return
      if (unread.toString('latin1', 0, 1) === 'Z') ready(unread.toString('latin1', 5, 6))
      unread = unread.subarray(end)
    }
  })
}

/** The connections to the server that nobody uses, and the clients that wait for one. Who comes gets the one idle longest. */
class Idle {
  readonly #servers: Array<Socket> = []
  readonly #waiting: Array<(server: Socket) => void> = []
  give(server: Socket): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#servers.push(server)
    else next(server)
  }
  take(use: (server: Socket) => void): void {
    let server = this.#servers.shift()
    while (server?.destroyed === true) server = this.#servers.shift()
    if (server === undefined) this.#waiting.push(use)
    else use(server)
  }
}

/** Gives the client another connection for each of its transactions. */
const shareOut = (client: Socket, login: Socket, idle: Idle): void => {
  let attached: Socket | null = login
  let unsent: Array<Buffer> = []
  let asks = false
  client.on('data', (bytes) => {
    if (attached !== null) return void attached.write(bytes)
    unsent.push(bytes)
    if (asks) return
    asks = true
    idle.take((server) => {
      asks = false
      attached = server
      lead(server)
      for (const one of unsent) server.write(one)
      unsent = []
    })
  })
  const lead = (server: Socket) => clients.set(server, { client, leave: () => (attached = null) })
  lead(login)
}

/** Whom each connection to the server answers now. */
const clients = new WeakMap<Socket, { readonly client: Socket; readonly leave: () => void }>()

/** The longer of the two first messages that ask for no session: to cancel a statement. */
const cancels = 80_877_102

/**
 * Opens a way to the Postgres at this URL; stop it after the test.
 *
 * @param ignores whether it drops what it does not know, as `ignore_startup_parameters` tells pgbouncer to, or refuses it
 * @param mode whether a client keeps its connection, or has another one for each transaction
 */
export const pooler = async (
  url: string,
  { ignores, mode }: { readonly ignores: boolean; readonly mode: 'session' | 'transaction' },
): Promise<Pooler> => {
  const target = new URL(url)
  const open = new Set<Socket>()
  const kept = (socket: Socket): Socket => {
    open.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const idleOf = new Map<string, Idle>()
  const listener = createServer((client) => {
    kept(client).once('data', (first) => {
      if (first.readUInt32BE(4) === cancels) return void client.destroy()
      const parameters = beginning(first)
      const [strange] = parameters.find(([name]) => !passed.includes(name)) ?? []
      if (strange !== undefined && !ignores) return void client.end(refusal(strange))
      const server = kept(connect(Number(target.port), target.hostname))
      server.write(
        withParameters(
          first,
          parameters.filter(([name]) => passed.includes(name)),
        ),
      )
      if (mode === 'session') return void client.pipe(server).pipe(client)
      const whose = JSON.stringify(parameters.filter(([name]) => name === 'user' || name === 'database'))
      const idle = idleOf.get(whose) ?? new Idle()
      idleOf.set(whose, idle)
      shareOut(client, server, idle)
      server.on('data', (bytes) => clients.get(server)?.client.write(bytes))
      server.on('close', () => clients.get(server)?.client.destroy())
      onReady(server, (state) => {
        if (state !== 'I') return
        clients.get(server)?.leave()
        clients.delete(server)
        idle.give(server)
      })
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
