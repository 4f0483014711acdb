/** Plays the schedules of many seeds, one after the other. */
import { type Outcome, play } from './Schedule.ts'
import { type Stage, setStage } from './Stage.ts'

/** Schedules per stage, before the stage is replaced. */
const perStage = 25

interface Seeds {
  readonly from: number
  readonly count: number
}
/** The outcome of each schedule. After a violation the next schedule gets a new stage. */
export async function* playing({ from, count }: Seeds): AsyncGenerator<Outcome> {
  let stage: Stage | null = null
  let played = 0
  try {
    for (let seed = from; seed < from + count; seed += 1) {
      stage ??= await setStage()
      const outcome = await play(stage, seed)
      played += 1
      if (played % perStage === 0 || outcome.violations.length > 0) {
        await stage.strike()
        stage = null
      }
      yield outcome
    }
  } finally {
    await stage?.strike()
  }
}
