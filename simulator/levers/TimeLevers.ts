import { DateTime, Effect, Schema } from 'effect'
import { DueLoops } from '#application/DueLoops.ts'
import { answer } from '#http/Answers.ts'
import { Time } from '#ports/Time.ts'
import { SimulatedTime } from '#simulator/time/SimulatedTime.ts'
import { TimeTravel } from '#simulator/time/TimeTravel.ts'
import { get, optional, post } from './Lever.ts'

/** The longest jump: a year. */
const longestJumpSeconds = 366 * 86_400
const fastestSpeed = 3_600

export const Speed = Schema.Finite.check(Schema.isBetween({ minimum: 0.001, maximum: fastestSpeed }))

const Change = Schema.Struct({
  avanzar_segundos: optional(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: longestJumpSeconds }))),
  hasta_lo_siguiente: optional(Schema.Boolean),
  velocidad: optional(Speed),
})

/** The clock: read it, jump, change its speed. */
export const timeLevers = Effect.gen(function* () {
  const time = yield* Time
  const { speed, setSpeed } = yield* SimulatedTime
  const { advance, advanceToNext } = yield* TimeTravel
  const { wake } = yield* DueLoops

  const reading = Effect.gen(function* () {
    return answer({ ahora: DateTime.formatIso(yield* time.now), velocidad: yield* speed })
  })

  return [
    get('/_simulador/reloj', () => reading),
    post(
      '/_simulador/reloj',
      Change,
      Effect.fnUntraced(function* ({ avanzar_segundos, hasta_lo_siguiente, velocidad }) {
        if (velocidad !== undefined && velocidad !== null) yield* Effect.andThen(setSpeed(velocidad), wake)
        if (avanzar_segundos !== undefined && avanzar_segundos !== null) yield* advance(avanzar_segundos)
        if (hasta_lo_siguiente === true) yield* advanceToNext
        return yield* reading
      }),
    ),
  ]
})
