import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '#tools/service/sandbox.ts'
import { Reach } from './Reach.ts'
import { runSteps } from './Run.ts'
import { steps } from './Steps.ts'

/** Real time that one sequence may take before it counts as one that hangs, in milliseconds. */
const hangsAfter = 10_000

/** From so many sequences on it is a search, which has to reach everything once in so many of them. */
const search = 1_000

/** Sequences that one sandbox serves. Each opens accounts of its own, and some answers tell of all accounts. */
const sequencesPerSandbox = 250

/**
 * Random sequences of steps, answered as the model answers them, over any storage.
 *
 * @param usual how many in `npm test`; `MODEL_RUNS` says how many in its place
 */
export const modelSuite = (storage: string, usual: number, start: () => Promise<Sandbox>): void => {
  const runs = Number(process.env['MODEL_RUNS'] ?? usual)

  describe(`model: ${storage}`, () => {
    let sandbox: Sandbox | undefined
    let served = 0
    const nextSandbox = async (): Promise<Sandbox> => {
      if (sandbox === undefined || served === sequencesPerSandbox) {
        await sandbox?.stop()
        sandbox = await start()
        served = 0
      }
      served += 1
      return sandbox
    }
    afterAll(() => sandbox?.stop())

    it(
      `answers ${runs} random sequences of steps as the model of the contract does`,
      async () => {
        const reach = new Reach()
        await fc.assert(
          fc.asyncProperty(steps, async (sequence) => runSteps(await nextSandbox(), sequence, reach)),
          { numRuns: runs, endOnFailure: false },
        )
        if (runs < search) return
        console.log(reach.table())
        expect(reach.missing(Math.floor(runs / search))).toEqual([])
      },
      300_000 + runs * hangsAfter,
    )
  })
}
