import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { plainEnvironment } from '#tools/machine/processes.ts'

/** The path in Debian. */
const program = '/usr/sbin/haproxy'

export const haproxyIsInstalled = (): boolean => existsSync(program)

/** Starts a HAProxy with this configuration, whose variables are in `environment`. Returns its end. */
export const startHaproxy = (configuration: string, environment: Readonly<Record<string, string>>) => {
  const child = spawn(program, ['-db', '-q', '-f', configuration], {
    env: { ...plainEnvironment, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  return async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
}
