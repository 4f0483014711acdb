import { Duration, Effect, Option, Schema } from 'effect'
import { parse } from '#domain/WebhookUrl.ts'
import { answer } from '#http/Answers.ts'
import { Inbox } from '#simulator/webhooks/Inbox.ts'
import { get, LeverMisused, optional, post } from './Lever.ts'

const Script = Schema.Struct({
  url: Schema.String,
  estatus: Schema.NonEmptyArray(Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))).check(
    Schema.isMaxLength(100),
  ),
  demora_ms: optional(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60_000 }))),
})

/** The simulated Internet of webhooks: what arrived, and what receivers answer. */
export const webhookLevers = Effect.gen(function* () {
  const inbox = yield* Inbox

  return [
    get('/_simulador/webhooks', (query) =>
      Effect.map(inbox.received(query.get('verificacion_id')), (entregas) => answer({ entregas })),
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
  ]
})
