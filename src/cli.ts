import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { version } from './Version.ts'

const [word, ...others] = process.argv.slice(2)
// It is asked for by scripts, and needs none of what the commands are made of.
if ((word === '--version' || word === '-v') && others.length === 0) {
  process.stdout.write(`cotejo v${version}\n`)
} else {
  // From the second command on, code is not compiled again.
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
  await import('./cli/Main.ts')
}
