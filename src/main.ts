import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// From the second start on, code is not compiled again. If the directory is not writable, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
await import('./Process.ts')
