import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '#test/support/sandbox.ts'
import { runSteps } from './Run.ts'
import { steps } from './Steps.ts'

/** Real time that one sequence may take before it counts as one that hangs, in milliseconds. */
const hangsAfter = 10_000

/**
 * Random sequences of steps, answered as the model answers them, over any storage. One sandbox serves them
 * all: each sequence opens accounts of its own.
 *
 * @param usual how many in `npm test`; `MODEL_RUNS` says how many in its place
 */
export const modelSuite = (storage: string, usual: number, start: () => Promise<Sandbox>): void => {
  const runs = Number(process.env['MODEL_RUNS'] ?? usual)

  describe(`model: ${storage}`, () => {
    let sandbox: Sandbox
    beforeAll(async () => {
      sandbox = await start()
    })
    afterAll(() => sandbox.stop())

    it(
      `answers ${runs} random sequences of steps as the model of the contract does`,
      async () => {
        await fc.assert(
          fc.asyncProperty(steps, (sequence) => runSteps(sandbox, sequence)),
          { numRuns: runs, endOnFailure: false },
        )
        expect(sandbox.base).toContain('127.0.0.1')
      },
      300_000 + runs * hangsAfter,
    )
  })
}
