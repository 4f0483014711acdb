import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { keepOutput, plainEnvironment } from '#tools/machine/processes.ts'

/** The path in Debian. */
const program = '/usr/sbin/haproxy'

export const haproxyIsInstalled = (): boolean => existsSync(program)

/**
 * Starts a HAProxy with this configuration, whose variables are in `environment`. Returns its end.
 *
 * @param log the file for its log
 */
export const startHaproxy = (configuration: string, environment: Readonly<Record<string, string>>, log?: string) => {
  const child = spawn(program, ['-db', ...(log === undefined ? ['-q'] : []), '-f', configuration], {
    env: { ...plainEnvironment, ...environment },
    stdio: log === undefined ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  if (log !== undefined) keepOutput(child, log)
  const ended = once(child, 'exit')
  return async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
}
