/** A stage for consecutive schedules: a scene, and a crew that works in it. */

import { cotejo } from '#tools/service/server.ts'
import { makeScene, type Scene } from '#tools/sweep/World.ts'
import { type Crew, startCrew } from './Crew.ts'
import { makeTurns, type Turns } from './Turns.ts'

export interface Stage {
  readonly scene: Scene
  readonly crew: Crew
  readonly turns: Turns
  /** Ends everything on the stage and removes it. */
  readonly strike: () => Promise<void>
}

/** Replicas of a crew. */
export const size = 3

export const setStage = async (): Promise<Stage> => {
  const scene = await makeScene()
  const turns = makeTurns()
  // Enough for all schedules of a stage.
  const credit = ['accounts', 'credit', 'consumo', '100000', '--reference', 'stage', '--reason', 'stage']
  const { code, out } = await cotejo(scene.around.databaseUrl, credit)
  if (code !== 0) throw new Error(out)
  const crew = await startCrew(scene, turns, size)
  return {
    scene,
    crew,
    turns,
    strike: async () => {
      await crew.stop()
      await scene.stop()
    },
  }
}
