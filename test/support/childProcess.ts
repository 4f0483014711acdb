import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Child {
  /** The first match in what it prints; fails when it ends without. */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>
  /** What it has printed so far. */
  readonly printed: () => string
  /** Gives it this on its standard input. */
  readonly tell: (text: string) => void
  /** Sends it a signal. */
  readonly end: (signal: NodeJS.Signals) => void
  readonly ended: Promise<Ended>
}

interface Options {
  readonly cwd?: string
  readonly env?: Record<string, string>
}

/** Starts a command, which ends with the test at the latest. */
export const started = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd = process.cwd(), env = {} }: Options = {},
): Child => {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (bytes) => {
    printed.out += bytes
  })
  child.stderr.on('data', (bytes) => {
    printed.err += bytes
  })
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...printed }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended.catch(() => undefined)
  })
  const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(printed.out)
      if (match !== null) return match
      const last = await Promise.race([once(child.stdout, 'data'), ended])
      if ('code' in last && !pattern.test(printed.out)) {
        throw new Error(`it never said ${pattern}: ${last.out}${last.err}`)
      }
    }
  }
  return {
    says,
    printed: () => printed.out,
    tell: (text) => void child.stdin.write(text),
    end: (signal) => void child.kill(signal),
    ended,
  }
}

/** `npm start` on a free port, as a process of its own; where it is. */
export const startedSimulator = async (...flags: ReadonlyArray<string>): Promise<string> => {
  const simulator = started(process.execPath, ['simulator/main.ts', '--port', '0', ...flags])
  const [, base = ''] = await simulator.says(/^Listo en (.*)$/m)
  return base
}
