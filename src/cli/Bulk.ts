import { Effect } from 'effect'
import type {} from 'effect/cli'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { type Facts, printDone } from './Output.ts'

/** What a command does to many at once is counted first, and done when that is confirmed. */

export const flags = {
  dryRun: Inputs.isGiven('dry-run', 'Only print how many would be affected'),
  yes: Inputs.isGiven('yes', 'Required to act on many'),
}

export interface Chosen {
  readonly dryRun: boolean
  readonly yes: boolean
}

/** Refuses `--dry-run` where one thing is named: it would be done. */
export const notForOne = ({ dryRun }: Chosen) =>
  dryRun ? new Refused({ reason: '--dry-run is only for commands that act on many. Nothing was done.' }) : Effect.void

/**
 * Whether to go on. Without `--yes` it is refused, and with `--dry-run` it is said what would be done.
 *
 * @param wouldDo what would be done, as a sentence with the number
 */
export const confirmed = <E, R>(
  { dryRun, yes }: Chosen,
  counting: Effect.Effect<{ readonly wouldDo: string; readonly facts: Facts }, E, R>,
) =>
  Effect.gen(function* () {
    if (yes && !dryRun) return true
    const { wouldDo, facts } = yield* counting
    if (dryRun) {
      yield* printDone(`${wouldDo} This is a dry run: nothing was done.`, { ...facts, dryRun: true })
      return false
    }
    return yield* new Refused({ reason: `${wouldDo} Nothing was done: to do it, repeat this with --yes.` })
  })
