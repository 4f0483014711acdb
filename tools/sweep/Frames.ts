/** The messages between a client and Postgres, in rounds: what is sent until an answer is due, and the answer. */

/** The length includes itself. The first message of a connection has no type before it. */
const lengthBytes = 4

const textFrom = (bytes: Buffer, start: number): string => bytes.toString('utf8', start, bytes.indexOf(0, start))

interface Frame {
  /** Empty for the first message of a connection. */
  readonly type: string
  readonly bytes: Buffer
}

/** Splits a stream of bytes into messages. */
const frames = (hasUntyped: boolean) => {
  let pending = Buffer.alloc(0)
  let typeBytes = hasUntyped ? 0 : 1
  return (chunk: Buffer): ReadonlyArray<Frame> => {
    const found: Array<Frame> = []
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= typeBytes + lengthBytes) {
      const end = typeBytes + pending.readUInt32BE(typeBytes)
      if (pending.length < end) break
      found.push({ type: pending.toString('latin1', 0, typeBytes), bytes: pending.subarray(0, end) })
      pending = pending.subarray(end)
      typeBytes = 1
    }
    return found
  }
}

/** What a client sends until an answer is due. The answer ends with ReadyForQuery. */
interface Asked {
  readonly bytes: Buffer
  /** The SQL of the executed statements. */
  readonly statements: ReadonlyArray<string>
  readonly isAnswered: boolean
}

export const askedRounds = () => {
  const cut = frames(true)
  const prepared = new Map<string, string>()
  let bytes: Array<Buffer> = []
  let statements: Array<string> = []
  const note = ({ type, bytes: message }: Frame): void => {
    const first = textFrom(message, 1 + lengthBytes)
    const second = type === 'P' || type === 'B' ? textFrom(message, 1 + lengthBytes + first.length + 1) : ''
    if (type === 'Q') statements.push(first)
    if (type === 'P') prepared.set(first, second)
    if (type === 'B') statements.push(prepared.get(second) ?? '')
  }
  return (chunk: Buffer): ReadonlyArray<Asked> =>
    cut(chunk).flatMap((frame) => {
      note(frame)
      bytes.push(frame.bytes)
      // The server answers the first message, Query and Sync. It does not answer a password or the end of the
      // connection.
      const isAnswered = ['', 'Q', 'S'].includes(frame.type)
      if (!isAnswered && frame.type !== 'p' && frame.type !== 'X') return []
      const round = { bytes: Buffer.concat(bytes), statements, isAnswered }
      bytes = []
      statements = []
      return [round]
    })
}

interface Answered {
  readonly bytes: Buffer
  /** Whether the answer ends here. */
  readonly isLast: boolean
}

/** The server's messages, one after the other. */
export const answers = () => {
  const cut = frames(false)
  return (chunk: Buffer): ReadonlyArray<Answered> =>
    cut(chunk).map(({ type, bytes }) => ({ bytes, isLast: type === 'Z' }))
}
