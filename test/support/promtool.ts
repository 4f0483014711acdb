import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Prometheus's own judge of rules, with what it found wrong; nothing when all is well. */
export const promtool = (...args: ReadonlyArray<string>): Promise<string> =>
  run('promtool', args).then(
    () => '',
    ({ stdout, stderr }) => `${stdout}${stderr}` || 'promtool did not run',
  )
export const hasPromtool = (await promtool('--version')) === ''
export const skippedWithoutPromtool = hasPromtool ? '' : ' (skipped: no promtool)'
