import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '#test/support/sandbox.ts'
import { runSteps } from './Run.ts'
import { steps } from './Steps.ts'

/** More of them with `npm run model`. */
const runs = Number(process.env['MODEL_RUNS'] ?? 100)

describe('model', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.stop())

  it(
    `answers ${runs} random sequences of steps as the model of the specification does`,
    async () => {
      const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000_000)
      console.log(`model: seed ${seed}, ${runs} sequences`)
      await fc.assert(
        fc.asyncProperty(steps, (sequence) => runSteps(sandbox, sequence)),
        { numRuns: runs, seed, endOnFailure: false },
      )
      expect(sandbox.base).toContain('127.0.0.1')
    },
    60_000 + runs * 500,
  )
})
