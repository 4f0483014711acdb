/** Schedules of many seeds, played one after the other. */
import { type Outcome, play } from './Schedule.ts'
import { type Stage, setStage } from './Stage.ts'

/** So many are played on a stage before it is taken away. */
const perStage = 25

interface Seeds {
  readonly from: number
  readonly count: number
}
/** What came of each. After a violation the next has a stage of its own. */
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
