import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/**
 * `require` for the packages of a folder with its own manifest and lock file. Installs the packages if they are missing
 * or older than the lock file.
 */
export const installed = (folder: string): NodeJS.Require => {
  const lock = join(folder, 'package-lock.json')
  // npm writes this file last.
  const done = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(done) || statSync(done).mtimeMs < statSync(lock).mtimeMs) {
    console.log(`Installing the packages of ${folder}`)
    // The script is JavaScript on every system; `npm` itself is a batch file on Windows.
    const { status } = spawnSync('npm ci --omit=optional --ignore-scripts', {
      cwd: folder,
      shell: true,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`npm ci failed in ${folder}`)
  }
  return createRequire(resolve(folder, 'package.json'))
}
