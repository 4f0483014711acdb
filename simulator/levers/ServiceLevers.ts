import { Effect, Schema } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { answer } from '#http/Answers.ts'
import { InjectedErrors, injectable } from '#simulator/http/InjectedErrors.ts'
import { RequestLog } from '#simulator/http/RequestLog.ts'
import { Simulation } from '#simulator/Simulation.ts'
import { action, get, LeverMisused, member, memoryAlone, post } from './Lever.ts'

export const Order = Schema.Struct({
  codigo: member(Schema.Literals(injectable), `codigo es uno de ${injectable.join(', ')}.`),
  veces: member(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })), 'veces es un entero de 1 a 1000.'),
})
export const limitSentence = 'limite es un entero de 1 a 999.'
const defaultLimit = 50
const limit = /^[1-9]\d{0,2}$/

/** The service as a whole: its last requests, errors on demand, everything as at the start. */
export const serviceLevers = Effect.gen(function* () {
  const log = yield* RequestLog
  const errors = yield* InjectedErrors
  const { reset, save, restore } = yield* Simulation

  return [
    get(
      '/_simulador/solicitudes',
      Effect.fnUntraced(function* (query) {
        const limite = query.get('limite') ?? String(defaultLimit)
        if (!limit.test(limite)) return yield* new LeverMisused({ mensaje: limitSentence })
        return answer({ solicitudes: yield* log.last(Number(limite)) })
      }),
    ),
    get('/_simulador/solicitudes/:solicitud', (_, id) => {
      const found = log.find(id)
      return found === undefined
        ? new LeverMisused({ status: 404, mensaje: 'No hay una solicitud con ese Service-Request-Id, o ya no.' })
        : Effect.succeed(answer(found))
    }),
    get('/_simulador/fallos', () => Effect.sync(() => answer({ fallos: errors.pending() }))),
    post('/_simulador/fallos', Order, ({ codigo, veces }) =>
      Effect.as(errors.add(codigo, veces), answer({ codigo, veces })),
    ),
    action(
      '/_simulador/instantaneas',
      Effect.gen(function* () {
        const instantanea = yield* save
        if (instantanea === null) return yield* new LeverMisused({ status: 409, mensaje: memoryAlone })
        return HttpServerResponse.setStatus(answer({ instantanea }), 201)
      }),
    ),
    action('/_simulador/instantaneas/:instantanea/restaurar', (name) =>
      Effect.gen(function* () {
        if (!(yield* restore(name))) {
          return yield* new LeverMisused({ status: 404, mensaje: 'No hay una instantánea con ese nombre, o ya no.' })
        }
        return HttpServerResponse.empty({ status: 204 })
      }),
    ),
    action('/_simulador/reiniciar', Effect.as(reset, HttpServerResponse.empty({ status: 204 }))),
  ]
})
