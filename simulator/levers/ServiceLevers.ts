import { DateTime, Effect, Schema } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { answer } from '#http/Answers.ts'
import { Time } from '#ports/Time.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import type { SolicitudEntera } from '#simulator/console/Frames.ts'
import { FirstBodies } from '#simulator/http/FirstBodies.ts'
import { InjectedErrors, injectable } from '#simulator/http/InjectedErrors.ts'
import { correctedCurl, repetitionOf } from '#simulator/http/Repetition.ts'
import { RequestLog, type WholeRequest } from '#simulator/http/RequestLog.ts'
import { Chronicle } from '#simulator/live/Chronicle.ts'
import { storyOf } from '#simulator/live/Story.ts'
import { WorldState } from '#simulator/WorldState.ts'
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
  const { differing } = yield* FirstBodies
  const { reset, save, restore } = yield* WorldState
  const { view } = yield* Chronicle
  const accounts = yield* KnownAccounts
  const time = yield* Time

  const whole = Effect.fnUntraced(function* (found: WholeRequest) {
    const { solicitud, encabezados, cuerpo, respuesta } = found
    const known = yield* accounts.all
    const { apiKey = '' } = known.find(({ account }) => account.id === solicitud.tenant) ?? known[0] ?? {}
    const latest = DateTime.max(yield* time.now, yield* DateTime.now)
    const led = view(solicitud.verificacion_id ?? '')
    const scenario = scenarios.find(({ name }) => name === led?.escenario)
    const isUsed = (solicitud_id: string) => differing(solicitud.tenant ?? '', { solicitud_id }) !== null
    const repeticion = repetitionOf(found, isUsed, scenario?.prefix ?? null, latest)
    return {
      ...solicitud,
      encabezados,
      cuerpo,
      respuesta,
      curl_corregido: correctedCurl(found, repeticion, apiKey),
      repeticion,
      condujo_a:
        led === undefined
          ? null
          : {
              verificacion_id: led.verificacion_id,
              estado: led.estado,
              sucesos: storyOf(led, log.about(led.verificacion_id)),
            },
    } satisfies SolicitudEntera
  })

  return [
    get(
      '/_simulador/solicitudes',
      Effect.fnUntraced(function* (query) {
        const limite = query.get('limite') ?? String(defaultLimit)
        if (!limit.test(limite)) return yield* new LeverMisused({ mensaje: limitSentence })
        return answer({ solicitudes: yield* log.last(Number(limite)) })
      }),
    ),
    get(
      '/_simulador/solicitudes/:solicitud',
      Effect.fnUntraced(function* (_, named) {
        const found = log.find(named('solicitud'))
        if (found === undefined) {
          return yield* new LeverMisused({
            status: 404,
            mensaje: 'No hay una solicitud con ese Service-Request-Id, o ya no.',
          })
        }
        return answer(yield* whole(found))
      }),
    ),
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
    action('/_simulador/instantaneas/:instantanea/restaurar', (named) =>
      Effect.gen(function* () {
        if (!(yield* restore(named('instantanea')))) {
          return yield* new LeverMisused({ status: 404, mensaje: 'No hay una instantánea con ese nombre, o ya no.' })
        }
        return HttpServerResponse.empty({ status: 204 })
      }),
    ),
    action('/_simulador/reiniciar', Effect.as(reset, HttpServerResponse.empty({ status: 204 }))),
  ]
})
