import { rmSync } from 'node:fs'
import { directoryOfRun, placeOfFiles } from '#tools/machine/temporary.ts'

/** One directory for all that the tests of a run write, which goes with the run. */
export const setup = (): void => {
  // Each project of the tests begins so, and all of them share it.
  process.env[placeOfFiles] ??= directoryOfRun()
}

export const teardown = (): void => {
  const path = process.env[placeOfFiles]
  if (path !== undefined) rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
