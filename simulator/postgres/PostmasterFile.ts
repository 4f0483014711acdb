import { readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Duration, Effect, Schedule } from 'effect'
import { attempt, EmbeddedPostgresFailed } from './EmbeddedPostgresFailed.ts'
import type { PostgresDirectory } from './PostgresDirectory.ts'
import { isAlive, type PostgresProcess } from './PostgresKeeper.ts'

/** Who writes `postmaster.pid`, by which a server holds its directory. */
interface Holder {
  readonly pid: number
  readonly port: number
  /** `starting`, `ready`, `stopping`; empty in a server's first moment. */
  readonly status: string
}

const path = ({ cluster }: PostgresDirectory): string => join(cluster, 'postmaster.pid')

const holder = (directory: PostgresDirectory): Effect.Effect<Holder | null> =>
  attempt('postmaster.pid', () => readFile(path(directory), 'utf8')).pipe(
    Effect.map((text) => {
      const lines = text.split('\n').map((line) => line.trim())
      return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7] ?? '' }
    }),
    Effect.orElseSucceed(() => null),
  )

const polling = (duration: Duration.Duration) => Schedule.upTo(Schedule.spaced('10 millis'), { duration })

/** The process that still holds the directory after this duration. */
const holderAfter = (directory: PostgresDirectory, duration: Duration.Duration) =>
  Effect.map(holder(directory), (found) => (found !== null && isAlive(found.pid) ? found : null)).pipe(
    Effect.repeat({ until: (found) => found === null, schedule: polling(duration) }),
    // The schedule may end without an answer, so look once more.
    Effect.andThen(holder(directory)),
    Effect.map((found) => (found !== null && isAlive(found.pid) ? found : null)),
  )

const accepts = (port: number): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 })
    const answer = (accepted: boolean) => () => {
      socket.destroy()
      resume(Effect.succeed(accepted))
    }
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false))
  })

/** The directory belongs to another. */
export const inUse = ({ path: directory }: PostgresDirectory) =>
  new EmbeddedPostgresFailed({
    message: `Otro simulador usa ya ${directory}. Deténgalo, o use otro directorio con --data.`,
  })

/** Waits until the previous server has ended, which takes a moment when its simulator was killed. */
export const vacated = Effect.fnUntraced(function* (directory: PostgresDirectory) {
  let found = yield* holderAfter(directory, Duration.seconds(2))
  // A server that is starting or stopping may take longer.
  if (found !== null && found.status !== 'ready') found = yield* holderAfter(directory, Duration.seconds(15))
  if (found === null) return
  if (yield* accepts(found.port)) return yield* inUse(directory)
  // Its process id is now another program's (after a restart of the machine or container), which
  // Postgres would take for a server. Should it be one, Postgres still finds its shared memory in use.
  yield* attempt(path(directory), () => rm(path(directory), { force: true }))
})

/** The server accepts connections, as it says itself where pg_ctl reads it too. */
export const ready = (directory: PostgresDirectory, { pid }: PostgresProcess) =>
  holder(directory).pipe(
    Effect.repeat({
      until: (found) => found?.pid === pid && found.status === 'ready',
      schedule: Schedule.spaced('5 millis'),
    }),
    Effect.asVoid,
  )
