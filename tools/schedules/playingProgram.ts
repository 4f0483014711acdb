/** Plays the schedules of so many seeds from one on, and tells its parent what came of each: `node … FROM COUNT`. */
import { playing } from './Playing.ts'

const [from, count] = process.argv.slice(2).map(Number)
for await (const outcome of playing({ from: from ?? 1, count: count ?? 1 })) process.send?.(outcome)
// Replicas of this process that were killed may still wait for what never comes.
process.disconnect?.()
process.exit(0)
