import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// From the second command on, code is not compiled again.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
await import('./cli/Main.ts')
