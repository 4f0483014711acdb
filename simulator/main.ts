import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// A thousand modules: from the second start on, their code is not compiled again.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
await import('./Command.ts')
