/**
 * Plays COUNT schedules, starting with seed FROM, and sends each outcome to the parent process: `node … FROM COUNT`.
 */
import { playing } from './Playing.ts'

const [from, count] = process.argv.slice(2).map(Number)
for await (const outcome of playing({ from: from ?? 1, count: count ?? 1 })) process.send?.(outcome)
// Killed replicas of this process may still wait for answers that never come.
process.disconnect?.()
process.exit(0)
