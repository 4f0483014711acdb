import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, isIPv6, createServer as tcpServer } from 'node:net'
import { decode, encode, RECURSION_AVAILABLE, type StringAnswer, TRUNCATED_RESPONSE } from 'dns-packet'

export type Family = 'A' | 'AAAA'

interface Reply {
  readonly records?: ReadonlyArray<Pick<StringAnswer, 'type' | 'data'> & { readonly name?: string }>
  /** 0 no error, 2 server failure, 3 no such name, 5 refused. */
  readonly code?: number
}

/** What the server says of one name: a reply, bytes of the test's own, or nothing at all. */
export type Host = (question: {
  readonly family: Family
  /** How often this family of this name was asked for before. */
  readonly before: number
  readonly overTcp: boolean
  /** The question as it came. */
  readonly packet: Buffer
}) => Reply | Uint8Array | 'cut' | null

export interface DnsServer {
  /** For `setServers`. */
  readonly address: string
  /** What was asked so far, as `A name` or `AAAA name`. */
  readonly questions: ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

const familyOf = (address: string): Family => (isIPv6(address) ? 'AAAA' : 'A')

/** A name with these addresses. */
export const addresses =
  (...all: ReadonlyArray<string>): Host =>
  ({ family }) => ({
    records: all.filter((address) => familyOf(address) === family).map((data) => ({ type: family, data })),
  })

/** A name that stands for others, the last of which has these addresses. */
export const alias =
  (names: ReadonlyArray<string>, ...all: ReadonlyArray<string>): Host =>
  (question) => {
    const last = names.at(-1) ?? ''
    const chain = names.map((data, index) => ({ type: 'CNAME' as const, name: names[index - 1], data }))
    const ends = all.filter((address) => familyOf(address) === question.family)
    return {
      records: [
        ...chain.map(({ name, ...record }) => (name === undefined ? record : { ...record, name })),
        ...ends.map((data) => ({ type: question.family, name: last, data })),
      ],
    }
  }

export const fails =
  (code: number): Host =>
  () => ({ code })

export const silent: Host = () => null

/** Replies to one question; the name is that of the question unless a record says otherwise. */
const replyTo = (packet: Buffer, host: Host | undefined, before: number, overTcp: boolean): Uint8Array | null => {
  const { id, questions = [] } = decode(packet)
  const [question] = questions
  const name = question?.name ?? ''
  const family: Family = question?.type === 'AAAA' ? 'AAAA' : 'A'
  const reply = host === undefined ? { code: 3 } : host({ family, before, overTcp, packet })
  if (reply === null || reply instanceof Uint8Array) return reply
  const header = { type: 'response' as const, questions, ...(id === undefined ? {} : { id }) }
  if (reply === 'cut') return encode({ ...header, flags: RECURSION_AVAILABLE | TRUNCATED_RESPONSE })
  const { records = [], code = 0 } = reply
  const answers = records.map((record) => ({ name, ttl: 300, ...record }))
  return encode({ ...header, flags: RECURSION_AVAILABLE | code, answers })
}

/** A name server on loopback, over UDP and TCP, that knows these names and no others. */
export const dnsServer = async (zone: ReadonlyMap<string, Host>): Promise<DnsServer> => {
  const questions: Array<string> = []
  const answer = (packet: Buffer, overTcp: boolean) => {
    const [question] = decode(packet).questions ?? []
    const asked = `${question?.type} ${question?.name.toLowerCase()}`
    const before = questions.filter((earlier) => earlier === asked).length
    questions.push(asked)
    return replyTo(packet, zone.get(question?.name.toLowerCase() ?? ''), before, overTcp)
  }

  const udp = createSocket('udp4')
  udp.on('message', (packet, { port, address }) => {
    const reply = answer(packet, false)
    if (reply !== null) udp.send(reply, port, address)
  })
  const tcp = tcpServer((socket) => {
    let pending = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      pending = Buffer.concat([pending, bytes])
      // Two bytes of length before each question, and before each reply.
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE()) {
        const end = 2 + pending.readUInt16BE()
        const reply = answer(pending.subarray(2, end), true) ?? Buffer.alloc(0)
        pending = pending.subarray(end)
        socket.write(Buffer.from([reply.length >> 8, reply.length & 255]))
        socket.write(reply)
      }
    })
  })
  // Many connections of other tests take ports of TCP, and next to nobody takes one of UDP: that one follows.
  await once(tcp.listen(0, '127.0.0.1'), 'listening')
  const { port } = tcp.address() as AddressInfo
  await once(udp.bind(port, '127.0.0.1'), 'listening')

  const stop = async () => {
    await Promise.all([once(udp, 'close'), once(tcp, 'close'), udp.close(), tcp.close()])
  }
  let stopped: Promise<void> | undefined
  return {
    address: `127.0.0.1:${port}`,
    questions,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
