import { DateTime, Effect, Schema } from 'effect'
import { DueLoops } from '#application/DueLoops.ts'
import { answer } from '#http/Answers.ts'
import { Time } from '#ports/Time.ts'
import { Chronicle } from '#simulator/live/Chronicle.ts'
import { SimulatedTime } from '#simulator/time/SimulatedTime.ts'
import { TimeTravel } from '#simulator/time/TimeTravel.ts'
import { get, Instant, instantOf, LeverMisused, optional, post } from './Lever.ts'

/** The longest jump: a year. */
const longestJumpSeconds = 366 * 86_400
export const slowestSpeed = 0.001
export const fastestSpeed = 3_600

export const Speed = Schema.Finite.check(Schema.isBetween({ minimum: slowestSpeed, maximum: fastestSpeed }))

export const speedSentence = `velocidad son segundos simulados por segundo real: un número de ${slowestSpeed} a ${fastestSpeed}.`
export const frozenSentence = 'congelado es true o false.'
export const instantSentence = 'ahora es un instante en ISO 8601 con zona, como 2026-01-15T10:30:00-06:00.'

export const ClockChange = Schema.Struct({
  avanzar_segundos: optional(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: longestJumpSeconds })),
    `avanzar_segundos es un número de 0 a ${longestJumpSeconds}.`,
  ),
  hasta_lo_siguiente: optional(Schema.Boolean, 'hasta_lo_siguiente es true o false.'),
  velocidad: optional(Speed, speedSentence),
  congelado: optional(Schema.Boolean, frozenSentence),
  ahora: optional(Instant, instantSentence),
})

/** The clock as levers show it. */
export const reloj = Effect.gen(function* () {
  const { now } = yield* Time
  const { speed, frozen } = yield* SimulatedTime
  return { ahora: DateTime.formatIso(yield* now), velocidad: yield* speed, congelado: yield* frozen }
})

/** The clock: read it, jump, set it, hold it, change its speed. */
export const timeLevers = Effect.gen(function* () {
  const time = yield* Time
  const { setSpeed, freeze, set } = yield* SimulatedTime
  const { advance, advanceToNext } = yield* TimeTravel
  const { entries } = yield* Chronicle
  const { wake } = yield* DueLoops
  const context = yield* Effect.context<Time | SimulatedTime>()
  const reading = Effect.map(Effect.provideContext(reloj, context), answer)

  /** Where verifications wait for their time, the clock goes forward alone, doing what falls due on the way. */
  const goTo = Effect.fnUntraced(function* (instant: DateTime.Utc) {
    const distance = DateTime.toEpochMillis(instant) - DateTime.toEpochMillis(yield* time.now)
    const [any] = entries()
    if (any === undefined) return yield* set(instant)
    if (distance < 0)
      return yield* new LeverMisused({ mensaje: 'ahora no puede ir hacia atrás: ya hay verificaciones.' })
    if (distance > longestJumpSeconds * 1_000)
      return yield* new LeverMisused({ mensaje: 'ahora está a más de un año.' })
    yield* advance(distance / 1_000)
  })

  return [
    get('/_simulador/reloj', () => reading),
    post(
      '/_simulador/reloj',
      ClockChange,
      Effect.fnUntraced(function* ({ avanzar_segundos, hasta_lo_siguiente, velocidad, congelado, ahora }) {
        if (velocidad !== undefined && velocidad !== null) yield* setSpeed(velocidad)
        if (congelado !== undefined && congelado !== null) yield* freeze(congelado)
        const instant = instantOf(ahora)
        if (instant !== null) yield* goTo(instant)
        yield* wake
        if (avanzar_segundos !== undefined && avanzar_segundos !== null) yield* advance(avanzar_segundos)
        if (hasta_lo_siguiente === true) yield* advanceToNext
        return yield* reading
      }),
    ),
  ]
})
