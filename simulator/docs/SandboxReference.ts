import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { top } from './GuidePage.ts'

/** What the simulator adds to the reference of the service and to its own. */
export const sandboxReference = { top, key: credentialsOf('demo-consumo').apiKey }
