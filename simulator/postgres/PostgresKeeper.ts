import { spawn } from 'node:child_process'
import { Duration, Effect } from 'effect'
import { EmbeddedPostgresFailed } from './EmbeddedPostgresFailed.ts'
import { surroundings } from './PostgresAccount.ts'

/** A server's process, which ends when ours does, however that may be. */
export interface PostgresProcess {
  readonly pid: number
  /** Waits until the server is gone. */
  readonly ended: Effect.Effect<void>
}

/** Longer than the keeper gives the server, with what Postgres itself takes for an immediate shutdown. */
const patience = Duration.seconds(25)

/**
 * Starts the server, tells its process id, and asks it to end when our pipe closes: politely for 10 s
 * (a fast shutdown; again and again, since a server that has just begun does not hear), then at once.
 * CONT wakes one that was stopped. The last line takes along whatever still sleeps in the keeper's group.
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
echo "$server"
wait "$server"
[ -n "$temporary" ] && rm -rf -- "$temporary"
kill -KILL 0
`

/** The same where there is no shell: pg_ctl, the second argument, can ask on any system. */
const nodeKeeper = `
const { spawn, spawnSync } = require('node:child_process')
const [temporary, pgCtl, postgres, ...args] = process.argv.slice(1)
const server = spawn(postgres, args, { stdio: ['ignore', 2, 2], windowsHide: true })
server.on('exit', () => {
  if (temporary) require('node:fs').rmSync(temporary, { recursive: true, force: true, maxRetries: 10 })
  process.exit()
})
const stop = (mode) => spawnSync(pgCtl, ['stop', '-W', '-m', mode, '-D', args[1]], { windowsHide: true })
process.stdin.resume().on('close', () => {
  stop('fast')
  setTimeout(stop, 10_000, 'immediate')
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
  /** Removed when the server has ended, even when we did before; empty for none. */
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
      const gone = new Promise<void>((done) => keeper.once('exit', () => done()))
      const ended = Effect.promise(() => gone)
      const fail = (reason: string) => resume(new EmbeddedPostgresFailed({ message: reason }))
      keeper.once('error', (cause) => fail(`No se puede ejecutar Postgres: ${cause.message}`))
      keeper.once('exit', () => fail('Postgres terminó antes de empezar'))
      keeper.stdout?.once('data', (line) => {
        const pid = Number.parseInt(String(line), 10)
        const stop = Effect.suspend(() => {
          keeper.stdin?.destroy()
          return ended
        }).pipe(
          Effect.timeoutOrElse({
            duration: patience,
            orElse: () =>
              Effect.sync(() => {
                signal(pid, 'SIGKILL')
                keeper.kill('SIGKILL')
              }),
          }),
        )
        resume(Effect.succeed({ pid, ended, stop }))
      })
    }),
    ({ stop }) => stop,
  )
