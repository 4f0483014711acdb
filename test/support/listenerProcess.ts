/**
 * Our server over plain routes as a process of its own, to be run with --expose-gc. Says its port, and for each line that
 * it is told, how many fresh answers were made and how many bytes of memory it holds that are not garbage.
 */
import { createInterface } from 'node:readline'
import { Duration } from 'effect'
import { fresh, startListener } from './listener.ts'

// Nobody runs out of time here.
const { port } = await startListener({ answerTime: Duration.hours(1), idleTime: Duration.hours(1) })
console.log(`port ${port}`)
createInterface({ input: process.stdin }).on('line', (line) => {
  globalThis.gc?.()
  console.log(`${line}: made ${fresh.made}, holds ${process.memoryUsage.rss()}`)
})
