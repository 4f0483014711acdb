/**
 * `npm run test:console`: tests the simulator's console in a real browser, and installs the browser if it can. With
 * PICTURES=1 it also makes the README's pictures.
 */
import { spawnSync } from 'node:child_process'
import { chromiumPath } from '#tools/machine/browser.ts'

const run = (command: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0

/** Debian and similar systems have it as a package, which only root may install. */
const install = (): boolean =>
  process.getuid?.() === 0 && run('apt-get', 'update') && run('apt-get', 'install', '--yes', 'chromium')

if (chromiumPath === null && !install()) {
  console.error(
    'No Chromium here. Install it (Debian: sudo apt-get install chromium), or name it: CHROMIUM=/path/to/it',
  )
  process.exitCode = 1
} else if (!run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', 'test/console')) {
  process.exitCode = 1
}
