import module from 'node:module'
import './OlderNode.ts'

// From the second start on its code is not compiled again, where Node can: from 22 on.
module.enableCompileCache?.()
await import('#simulator/Command.ts')
