/** `npm run chaos -- crash`: kills processes at random and counts what was lost or doubled. */
import { crash } from './crash.ts'
import { transfers } from './transfers.ts'

const experiments: Record<string, () => Promise<boolean>> = { crash, transfers }

const [name = ''] = process.argv.slice(2)
const experiment = experiments[name]
if (experiment === undefined) {
  console.error(`npm run chaos -- ${Object.keys(experiments).join('|')}`)
  process.exitCode = 1
} else {
  process.exitCode = (await experiment()) ? 0 : 1
}
