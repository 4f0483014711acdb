import { Effect, Layer } from 'effect'
import { ListTurns } from '#ports/ListTurns.ts'
import { turnsOf } from './Turns.ts'

export const layer = Layer.effect(ListTurns, Effect.map(turnsOf('lists'), ListTurns.of))
