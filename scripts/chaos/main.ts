/** `npm run chaos -- NAME`: breaks things while verifications are in progress, and counts losses and duplicates. */
import { cells } from './cells.ts'
import { clocks } from './clocks.ts'
import { cluster } from './cluster/cluster.ts'
import { crash } from './crash.ts'
import { rolling } from './rolling.ts'
import { schedules } from './schedules.ts'
import { sweep } from './sweep.ts'

const experiments: Record<string, () => Promise<boolean>> = {
  cells,
  clocks,
  cluster,
  crash,
  rolling,
  schedules,
  sweep,
}

const [name = ''] = process.argv.slice(2)
const experiment = experiments[name]
if (experiment === undefined) {
  console.error(`npm run chaos -- ${Object.keys(experiments).join('|')}`)
  process.exitCode = 1
} else {
  // Killed replicas of this process may still wait for answers that never come.
  process.exit((await experiment()) ? 0 : 1)
}
