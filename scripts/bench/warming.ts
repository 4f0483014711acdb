/** How a replica answers in its first seconds, beside later ones: as its code is, and after its warm-up. */
import { load } from './admission.ts'
import { round, startProgram } from './measure.ts'
import { withDatabase } from './postgres.ts'
import { judge, report } from './report.ts'
import { sized } from './sized.ts'

const accounts = sized(200, 20)
const seconds = sized(10, 2)
const between = sized(10, 1)
const timesLater = 2

export const warming = (): Promise<void> =>
  withDatabase(accounts, async ({ url, digestKey, apiKeys }) => {
    const rows: Record<string, Record<string, number>> = {}
    for (const [name, ...options] of [['as it starts'], ['after its warm-up', 'warm']]) {
      const started = performance.now()
      const { base, stop } = await startProgram(['scripts/bench/servers/cotejo.ts', url, digestKey, ...options])
      const ready = performance.now() - started
      try {
        const first = await load(base, apiKeys, seconds, 1)
        await load(base, apiKeys, between, 1)
        const later = await load(base, apiKeys, seconds, 1)
        rows[String(name)] = {
          'ready, ms': round(ready, 0),
          'p99 of the first 10 s, ms': first.p99,
          'p99 later, ms': later.p99,
          'first / later': round(first.p99 / later.p99, 2),
          'requests/s in the first 10 s': round(first.perSecond, 0),
          'requests/s later': round(later.perSecond, 0),
        }
      } finally {
        await stop()
      }
    }
    report(`creations over 64 connections, of ${accounts} accounts`, rows)
    const warm = rows['after its warm-up']?.['first / later'] ?? Number.NaN
    judge('warmed up', { 'p99 of the first 10 s / later': { value: warm, atMost: timesLater, unit: 'times' } })
  })
