import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// From the second start on, code is not compiled again. Where the directory cannot be written there is no cache.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
await import('./Process.ts')
