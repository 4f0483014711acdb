/** What passes between a client and Postgres, in rounds: what is sent until an answer is due, and that answer. */

/** The length counts itself; the type before it is missing in the first message of a connection. */
const lengthBytes = 4

const textFrom = (bytes: Buffer, start: number): string => bytes.toString('utf8', start, bytes.indexOf(0, start))

interface Frame {
  /** Empty for the first message of a connection. */
  readonly type: string
  readonly bytes: Buffer
}

/** Cuts a stream of bytes into messages. */
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

/** What a client sends, until the message that an answer is due to; the answer ends with ReadyForQuery. */
interface Asked {
  readonly bytes: Buffer
  /** The SQL of the statements that it has carried out. */
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
      // The first message, Query and Sync are answered; a password and the end of the connection go by themselves.
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

/** What the server says, one message after the other. */
export const answers = () => {
  const cut = frames(false)
  return (chunk: Buffer): ReadonlyArray<Answered> =>
    cut(chunk).map(({ type, bytes }) => ({ bytes, isLast: type === 'Z' }))
}
