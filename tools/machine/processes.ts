import { type ChildProcess, execFileSync } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { Effect, Schedule } from 'effect'

/** The variables that a child process needs to start, and to start fast. */
export const plainEnvironment = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

/** Appends what a process prints to a file. */
export const keepOutput = ({ stdout, stderr }: ChildProcess, path: string): void => {
  for (const stream of [stdout, stderr]) stream?.pipe(createWriteStream(path, { flags: 'a' }))
}

const isLinux = process.platform === 'linux'

const stateOf = (pid: number): string => {
  try {
    // The state follows the name, which is in parentheses and may contain any character.
    if (isLinux) return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.charAt(0) ?? ''
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Whether a process is running, and is not a zombie. */
export const isRunning = (pid: number): boolean => !['', 'Z'].includes(stateOf(pid).charAt(0))

/** The child processes of a process. */
export const childrenOf = (pid: number): ReadonlyArray<number> => {
  const list = isLinux
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return list.split(/\s+/).filter(Boolean).map(Number)
}

/** Waits until the processes have ended, up to a limit. Returns those that still run. */
export const afterEnd = (pids: ReadonlyArray<number>): Promise<ReadonlyArray<number>> =>
  Effect.sync(() => pids.filter(isRunning)).pipe(
    Effect.repeat({
      until: (running) => running.length === 0,
      schedule: Schedule.upTo(Schedule.spaced('10 millis'), { duration: '2 minutes' }),
    }),
    Effect.andThen(Effect.sync(() => pids.filter(isRunning))),
    Effect.runPromise,
  )
