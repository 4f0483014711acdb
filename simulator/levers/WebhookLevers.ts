import { Clock, DateTime, Duration, Effect, Option, Predicate, Schema } from 'effect'
import { DueLoops } from '#application/DueLoops.ts'
import { parse } from '#domain/delivery/WebhookUrl.ts'
import { parseInstant } from '#domain/verification/Consent.ts'
import { answer } from '#http/Answers.ts'
import { DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { Time } from '#ports/Time.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { Destinations } from '#simulator/webhooks/Destinations.ts'
import { Inbox, normal } from '#simulator/webhooks/Inbox.ts'
import { advise } from '#simulator/webhooks/SignatureAdvice.ts'
import { get, LeverMisused, member, optional, post } from './Lever.ts'

export const Script = Schema.Struct({
  url: member(Schema.String, 'url es una webhook_url.'),
  estatus: member(
    Schema.NonEmptyArray(Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))).check(
      Schema.isMaxLength(100),
    ),
    'estatus es una lista de 1 a 100 enteros de 200 a 599.',
  ),
  demora_ms: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60_000 })),
    'demora_ms es un entero de 0 a 60000.',
  ),
})

export const Doubt = Schema.Struct({
  secreto_firma: member(Schema.NonEmptyString, 'secreto_firma es el secreto de firma: un texto que no esté vacío.'),
  encabezado: optional(Schema.String, 'encabezado es el valor de Service-Signature: un texto; sin él, no llegó.'),
  cuerpo: member(Schema.String, 'cuerpo es un texto, tal como llegó y no como objeto.'),
  ahora: optional(
    Schema.Union([Schema.Finite, Schema.String]),
    'ahora es un número o un texto: segundos Unix, o un instante en ISO 8601 con zona.',
  ),
})

/** Beyond this a number of seconds is one of milliseconds. */
const mostSeconds = 99_999_999_999

export const Destination = Schema.Struct({
  tenant: optional(Schema.String, 'tenant es el de una cuenta.'),
  url: optional(Schema.String, 'url es una webhook_url.'),
  destino: optional(Schema.String, 'destino es una URL; sin ella, se quita la que haya.'),
})

export const Resend = Schema.Struct({
  verificacion_id: member(Schema.String, 'verificacion_id es el de una verificación.'),
})

/** The instant that a clock showed, in Unix seconds or as ISO 8601; the present when nothing is said. */
const instantOf = (ahora: number | string | null | undefined): Effect.Effect<Date, LeverMisused> => {
  if (ahora === null || ahora === undefined) return Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
  const instant = Predicate.isString(ahora)
    ? Option.map(parseInstant(ahora), DateTime.toDateUtc)
    : Option.liftPredicate(new Date(ahora * 1000), () => ahora >= 0 && ahora <= mostSeconds)
  return Effect.mapError(
    Effect.fromOption(instant),
    () =>
      new LeverMisused({
        mensaje:
          'ahora va en segundos Unix (un número; no milisegundos) o en ISO 8601 con zona, como 2026-01-15T10:30:00-06:00.',
      }),
  )
}

/** The simulated Internet of webhooks: what arrived, what receivers answer, what is wrong with a signature. */
export const webhookLevers = Effect.gen(function* () {
  const destinations = yield* Destinations
  const inbox = yield* Inbox
  const known = yield* KnownAccounts
  const records = yield* DeliveryRecords
  const time = yield* Time
  const { wake } = yield* DueLoops

  return [
    get('/_simulador/webhooks', (query) =>
      Effect.map(inbox.received(query.get('verificacion_id') || null), (entregas) => answer({ entregas })),
    ),
    post(
      '/_simulador/webhooks/respuestas',
      Script,
      Effect.fnUntraced(function* ({ url, estatus, demora_ms }) {
        if (Option.isNone(parse(url))) {
          return yield* new LeverMisused({ mensaje: 'url no es una webhook_url que el servicio acepte.' })
        }
        yield* inbox.script(url, estatus, Duration.millis(demora_ms ?? 0))
        return answer({ url, estatus, demora_ms: demora_ms ?? 0 })
      }),
    ),
    post(
      '/_simulador/webhooks/destinos',
      Destination,
      Effect.fnUntraced(function* ({ tenant, url, destino = null }) {
        if ((tenant ?? null) === null ? (url ?? null) === null : (url ?? null) !== null) {
          return yield* new LeverMisused({ mensaje: 'Diga tenant o url: uno de los dos.' })
        }
        if (destino !== null && !destinations.mayReceive(destino)) {
          return yield* new LeverMisused({
            mensaje: 'destino es una URL http o https de esta máquina, o de lo que --allow-destination permite.',
          })
        }
        if (tenant !== undefined && tenant !== null) {
          const accounts = yield* known.all
          if (!accounts.some(({ account }) => account.id === tenant)) {
            return yield* new LeverMisused({ mensaje: 'No hay una cuenta con ese tenant.' })
          }
          yield* destinations.put({ tenant }, destino)
        } else if (url !== undefined && url !== null) {
          if (Option.isNone(parse(url))) {
            return yield* new LeverMisused({ mensaje: 'url no es una webhook_url que el servicio acepte.' })
          }
          yield* destinations.put({ url: normal(url) }, destino)
        }
        return answer({ tenant: tenant ?? null, url: url ?? null, destino })
      }),
    ),
    post(
      '/_simulador/webhooks/reenviar',
      Resend,
      Effect.fnUntraced(function* ({ verificacion_id }) {
        const now = yield* time.now
        for (const { account } of yield* known.all) {
          if (!(yield* records.resend(account.id, verificacion_id, now))) continue
          yield* wake
          return answer({ verificacion_id, reenvio_en: DateTime.formatIso(now) })
        }
        return yield* new LeverMisused({ mensaje: 'Esa verificación no tiene webhook: no fue emitida, o no existe.' })
      }),
    ),
    post(
      '/_simulador/webhooks/comprobar',
      Doubt,
      Effect.fnUntraced(function* ({ secreto_firma, encabezado = null, cuerpo, ahora }) {
        const doubt = { secret: secreto_firma, header: encabezado, body: cuerpo, now: yield* instantOf(ahora) }
        const knowledge = { accounts: yield* known.all, arrivals: yield* inbox.received(null) }
        return answer(yield* Effect.promise(() => advise(doubt, knowledge)))
      }),
    ),
  ]
})
