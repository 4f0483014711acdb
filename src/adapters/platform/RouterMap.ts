import { connect } from 'node:net'
import { Duration, Effect, Schema } from 'effect'

/**
 * The map of a running HAProxy from the digest of an API key to the name of its cell, read and changed through the
 * stats socket (`level admin`). It does not change the file from which HAProxy reads the map at its start.
 */
class RouterFailed extends Schema.TaggedError<RouterFailed>()('RouterFailed', { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

export interface RouterMap {
  /** The path of a socket, or `host:port`. */
  readonly socket: string
  /** The map's file, as the configuration names it. */
  readonly file: string
}

const limit = Duration.seconds(10)
/** Commands in one line: HAProxy reads a line of at most 16 kB. */
const commandsAtOnce = 50

const ask = (socket: string, line: string) => {
  const [, host, port] = /^([^/]*):(\d+)$/.exec(socket) ?? []
  return Effect.callback<string, RouterFailed>((resume) => {
    const connection = host === undefined ? connect(socket) : connect(Number(port), host)
    let answer = ''
    connection.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    connection.on('error', ({ message }) => resume(Effect.fail(new RouterFailed({ reason: message }))))
    connection.on('end', () => resume(Effect.succeed(answer)))
    connection.end(`${line}\n`)
    return Effect.sync(() => connection.destroy())
  }).pipe(
    Effect.timeoutOrElse({
      duration: limit,
      orElse: () => new RouterFailed({ reason: 'no answer in time' }),
    }),
    Effect.mapError(({ reason }) => new RouterFailed({ reason: `The router at ${socket} did not do it: ${reason}.` })),
  )
}

/** All entries: lines of an address in memory, the digest and the cell. */
const entries = Effect.fnUntraced(function* ({ socket, file }: RouterMap) {
  const answer = yield* ask(socket, `show map ${file}`)
  if (/^Unknown map/m.test(answer))
    return yield* new RouterFailed({ reason: `The router at ${socket} has no map ${file}.` })
  const lines = answer.split('\n').flatMap((line) => {
    const [, digest = '', cell = ''] = /^0x\w+ (\S+) (\S+)$/.exec(line) ?? []
    return digest === '' ? [] : [[digest, cell] as const]
  })
  return new Map(lines)
})

/** Fails if the router does not answer, or does not have the map. */
export const check = (router: RouterMap) => Effect.asVoid(entries(router))

/**
 * Sends these keys to this cell.
 *
 * @param keeps other keys of the cell that stay. All further keys of it are removed; with null, none is
 * @returns the number of changes
 */
export const send = Effect.fnUntraced(function* (
  router: RouterMap,
  digests: ReadonlyArray<string>,
  cell: string,
  keeps: ReadonlyArray<string> | null,
) {
  const { socket, file } = router
  const known = yield* entries(router)
  const changed = digests.filter((digest) => known.get(digest) !== cell)
  const wanted = new Set([...digests, ...(keeps ?? [])])
  const gone = keeps === null ? [] : [...known].filter(([digest, to]) => to === cell && !wanted.has(digest))
  const commands = [
    ...changed.map((digest) => `${known.has(digest) ? 'set' : 'add'} map ${file} ${digest} ${cell}`),
    ...gone.map(([digest]) => `del map ${file} ${digest}`),
  ]
  for (let start = 0; start < commands.length; start += commandsAtOnce) {
    yield* ask(socket, commands.slice(start, start + commandsAtOnce).join('; '))
  }
  const after = yield* entries(router)
  const isDone = digests.every((digest) => after.get(digest) === cell) && gone.every(([digest]) => !after.has(digest))
  if (!isDone)
    return yield* new RouterFailed({ reason: `The router at ${socket} did not take every change of ${file}.` })
  return commands.length
})
