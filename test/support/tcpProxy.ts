import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to Postgres that can lose answers. */
export interface TcpProxy {
  /** The database's URL by this way. */
  readonly url: string
  /**
   * Lets the next statement that holds this text through, keeps its answer, and drops the connection
   * in both directions once it was carried out and committed. Resolves then.
   */
  readonly loseAnswerTo: (fragment: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** ReadyForQuery outside a transaction: what was sent is carried out, and committed. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
/** The length counts itself; the type before it is missing in the first message of a connection. */
const lengthBytes = 4

const textFrom = (bytes: Buffer, start: number): string => bytes.toString('utf8', start, bytes.indexOf(0, start))

/** Tells the SQL of every statement that a client has carried out, as its bytes pass by. */
const statementsOf = (onStatement: (sql: string) => void) => {
  const prepared = new Map<string, string>()
  let pending = Buffer.alloc(0)
  let typeBytes = 0

  const look = (message: Buffer): void => {
    const type = message.toString('latin1', 0, typeBytes)
    const first = textFrom(message, typeBytes + lengthBytes)
    const second = type === 'P' || type === 'B' ? textFrom(message, typeBytes + lengthBytes + first.length + 1) : ''
    if (type === 'Q') onStatement(first)
    if (type === 'P') prepared.set(first, second)
    if (type === 'B') onStatement(prepared.get(second) ?? '')
  }

  return (chunk: Buffer): void => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= typeBytes + lengthBytes) {
      const end = typeBytes + pending.readUInt32BE(typeBytes)
      if (pending.length < end) return
      look(pending.subarray(0, end))
      pending = pending.subarray(end)
      typeBytes = 1
    }
  }
}

interface Order {
  readonly fragment: string
  readonly done: () => void
}

/** Passes bytes to and fro until an order concerns this connection. */
const join = (client: Socket, server: Socket, take: (sql: string) => Order | undefined): void => {
  let order: Order | undefined
  let kept = Buffer.alloc(0)
  const drop = () => {
    client.destroy()
    server.destroy()
  }
  const observe = statementsOf((sql) => {
    order ??= take(sql)
  })
  client.on('data', (chunk) => {
    observe(chunk)
    server.write(chunk)
  })
  server.on('data', (chunk) => {
    if (order === undefined) {
      client.write(chunk)
      return
    }
    kept = Buffer.concat([kept, chunk])
    if (!kept.includes(ready)) return
    drop()
    order.done()
  })
  for (const socket of [client, server]) socket.setNoDelay().on('error', drop).on('close', drop)
}

/** Opens a way to the Postgres at this URL; stop it after the test. */
export const tcpProxy = async (url: string): Promise<TcpProxy> => {
  const target = new URL(url)
  const orders: Array<Order> = []
  const open = new Set<Socket>()

  const take = (sql: string): Order | undefined => {
    const index = orders.findIndex(({ fragment }) => sql.includes(fragment))
    return index < 0 ? undefined : orders.splice(index, 1)[0]
  }
  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    for (const socket of [client, server]) open.add(socket.on('close', () => open.delete(socket)))
    join(client, server, take)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const address = listener.address()
  const proxied = new URL(url)
  proxied.port = String(typeof address === 'object' ? address?.port : '')

  return {
    url: proxied.href,
    loseAnswerTo: (fragment) => new Promise((done) => void orders.push({ fragment, done })),
    stop: async () => {
      for (const socket of open) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
