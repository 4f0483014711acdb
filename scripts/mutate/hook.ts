import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Awake } from './Awake.ts'
import { ordersIn, planted } from './Work.ts'

/** Loads the programs with their faults, in the place of those without. */

globalThis.awake = new Awake(ordersIn().faults)
globalThis.faultAt = globalThis.awake.faultAt

registerHooks({
  load: (url, context, next) => {
    const file = url.startsWith('file:') ? relative(process.cwd(), fileURLToPath(url)) : ''
    const copy = `${planted}/${file}`
    if (!file.startsWith('src/') || !existsSync(copy)) return next(url, context)
    return { format: 'module', source: readFileSync(copy), shortCircuit: true }
  },
})
