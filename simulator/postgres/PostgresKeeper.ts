import { spawn } from 'node:child_process'
import { Duration, Effect } from 'effect'
import { EmbeddedPostgresFailed } from './EmbeddedPostgresFailed.ts'
import { surroundings } from './PostgresAccount.ts'

/** A server's process, which ends when ours does, however that may be. */
export interface PostgresProcess {
  readonly pid: number
  /** Waits until the server has ended. */
  readonly ended: Effect.Effect<void>
}

/** Longer than the keeper gives the server, with what Postgres itself takes for an immediate shutdown. */
const stopTimeout = Duration.seconds(25)

/**
 * Starts the server, prints its process id, and ends it when our pipe closes. For 10 s it requests a fast shutdown
 * repeatedly, since a server that has just started ignores signals. Then it requests an immediate shutdown. CONT wakes
 * a stopped server. The last line kills the processes that still sleep in the keeper's group.
 */
const shellKeeper = `
trap '' HUP INT TERM PIPE
temporary=$1
shift 2
exec 3<&0
"$@" </dev/null 3<&- >&2 &
server=$!
{
  read -r line
  for signal in INT INT INT INT INT QUIT CONT; do
    kill -$signal "$server"
    sleep 2
  done
} <&3 >/dev/null 2>&1 &
reader=$!
echo "$server"
wait "$server"
kill -KILL "$reader"
echo ended
if [ -n "$temporary" ]; then
  read -r line <&3
  rm -rf -- "$temporary"
fi
kill -KILL 0
`

/** The same for a system without a shell: pg_ctl, the second argument, can ask on any system. */
const nodeKeeper = `
const { spawn, spawnSync } = require('node:child_process')
const [temporary, pgCtl, postgres, ...args] = process.argv.slice(1)
const server = spawn(postgres, args, { stdio: ['ignore', 2, 2], windowsHide: true })
const ended = new Promise((resolve) => server.on('exit', resolve))
const closed = new Promise((resolve) => process.stdin.resume().on('close', resolve))
const stop = (mode) => spawnSync(pgCtl, ['stop', '-W', '-m', mode, '-D', args[1]], { windowsHide: true })
closed.then(() => {
  stop('fast')
  setTimeout(stop, 10_000, 'immediate')
})
ended.then(async () => {
  process.stdout.write('ended\\n')
  if (temporary) {
    await closed
    require('node:fs').rmSync(temporary, { recursive: true, force: true, maxRetries: 10 })
  }
  process.exit()
})
process.stdout.on('error', () => {}).write(server.pid + '\\n')
`

/** Whether a process of ours, or of the account, is there; another's with that id is not Postgres. */
export const isAlive = (pid: number): boolean => signal(pid, 0)

const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** What a server is started with. */
interface Command {
  readonly postgres: string
  readonly pgCtl: string
  /** `-D` and the data directory first. */
  readonly args: ReadonlyArray<string>
  /** Descriptor for what it prints. */
  readonly log: number
  /** Removed when the pipe is closed and the server has ended, even when we did before; empty for none. */
  readonly temporary: string
}

const spawnKeeper = ({ postgres, pgCtl, args, log, temporary }: Command) => {
  const keeper =
    process.platform === 'win32' ? [process.execPath, '-e', nodeKeeper] : ['/bin/sh', '-c', shellKeeper, 'sh']
  const [program = '', ...script] = keeper
  return spawn(program, [...script, temporary, pgCtl, postgres, ...args], {
    ...surroundings,
    // A session of its own, so that Ctrl-C in a terminal reaches us alone and the server ends after us.
    detached: true,
    stdio: ['pipe', 'pipe', log],
  })
}

/** Starts a server that ends with the scope. */
export const keep = (command: Command) =>
  Effect.acquireRelease(
    Effect.callback<PostgresProcess & { readonly stop: Effect.Effect<void> }, EmbeddedPostgresFailed>((resume) => {
      const keeper = spawnKeeper(command)
      const server = Promise.withResolvers<void>()
      const all = Promise.withResolvers<void>()
      let printed = ''
      keeper.stdout?.on('data', (text) => {
        printed += text
        if (printed.includes('ended')) server.resolve()
        if (!printed.includes('\n')) return
        const pid = Number.parseInt(printed, 10)
        resume(Effect.succeed({ pid, ended: Effect.promise(() => server.promise), stop: stop(pid) }))
      })
      const stop = (pid: number) =>
        Effect.suspend(() => {
          keeper.stdin?.destroy()
          return Effect.promise(() => all.promise)
        }).pipe(
          Effect.timeoutOrElse({
            duration: stopTimeout,
            orElse: () =>
              Effect.sync(() => {
                signal(pid, 'SIGKILL')
                keeper.kill('SIGKILL')
              }),
          }),
        )
      const fail = (reason: string) =>
        resume(new EmbeddedPostgresFailed({ message: `No se puede ejecutar Postgres: ${reason}` }))
      keeper.once('error', ({ message }) => fail(message))
      keeper.once('exit', (code, name) => {
        server.resolve()
        all.resolve()
        fail(`terminó (${code ?? name})`)
      })
    }),
    ({ stop }) => stop,
  )
