import { Effect, Layer } from 'effect'
import { ListTurns } from '#ports/ListTurns.ts'
import { upkeepSchedule } from './UpkeepSchedule.ts'

export const layer = Layer.effect(ListTurns, Effect.map(upkeepSchedule('lists'), ListTurns.of))
