import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { version } from './Version.ts'

const [word, ...others] = process.argv.slice(2)
// Scripts ask for the version, and it needs none of the commands' modules.
if ((word === '--version' || word === '-v') && others.length === 0) {
  process.stdout.write(`cotejo v${version}\n`)
} else {
  // From the second command on, code is not compiled again, where Node can keep it (22 and later).
  nodeModule.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
  await import('./cli/Main.ts')
}
