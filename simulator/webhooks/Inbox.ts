import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, DateTime, type Duration, Effect, Layer, Option, Predicate } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import type { Connector } from '#adapters/egress/Connector.ts'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'
import { parse } from '#domain/delivery/WebhookUrl.ts'
import { DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { Time } from '#ports/Time.ts'
import { lateLoopbackServer } from '#simulator/http/LoopbackServer.ts'
import { type Arrived, Destinations } from './Destinations.ts'
import { loopback } from './Loopback.ts'

/** How many attempts are remembered. */
const capacity = 10_000

/** An attempt as it arrived. */
export interface Received {
  readonly event_id: string
  readonly verificacion_id: string | null
  readonly url: string
  /** Which attempt of its delivery it is, resends included; 1 where no delivery is known. */
  readonly intento: number
  readonly recibido_en: string
  readonly encabezados: Readonly<Record<string, string>>
  readonly cuerpo: string
  /** What was answered; null when the sender had already disconnected. */
  readonly estatus: number | null
}

/** Whose answer counts: what was scripted, a receiver of the developer's own by its URL, or else the inbox itself. */
export type Answerer = { readonly de: 'guion' | 'buzon' } | { readonly de: 'destino'; readonly url: string }

/** What a receiver answers, in turn; the last stays. */
interface Script {
  readonly statuses: ReadonlyArray<number>
  readonly delay: Duration.Duration
  answered: number
}

const nothing = () => ({
  entries: [] as { -readonly [K in keyof Received]: Received[K] }[],
  scripts: new Map<string, Script>(),
  /** The answerer of the latest attempt, for each verification. */
  answerers: new Map<string, Answerer>(),
})

/**
 * All receivers of the simulated Internet: every `webhook_url` leads here. A real HTTP server on a port
 * of its own, behind the egress of the service.
 */
export class Inbox extends Context.Service<
  Inbox,
  {
    /** Leads to the inbox, whatever the target. */
    readonly connector: Connector
    /** Oldest first; of every verification when null. */
    readonly received: (verificationId: string | null) => Effect.Effect<ReadonlyArray<Received>>
    /** Whose answer counted at the latest attempt for a verification; null where none came here. */
    readonly answerer: (verificationId: string) => Answerer | null
    /** What the receiver behind a URL answers from now on. */
    readonly script: (url: string, statuses: ReadonlyArray<number>, delay: Duration.Duration) => Effect.Effect<void>
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/webhooks/Inbox') {
  static readonly layer = Layer.effect(
    Inbox,
    Effect.gen(function* () {
      const time = yield* Time
      const destinations = yield* Destinations
      const records = yield* DeliveryRecords
      const { get, reset, save } = makeCell(nothing)

      /** The storage records an attempt once it is answered: all attempts that it has came before this one. */
      const numberOf = Effect.fnUntraced(function* (verificationId: string | null) {
        const owner = destinations.owner(verificationId)
        if (verificationId === null || owner === undefined) return 1
        const found = yield* records.find(owner, verificationId)
        return 1 + Option.match(found, { onNone: () => 0, onSome: ({ attempts }) => attempts.length })
      }, Effect.orDie)

      const note = (arrived: Arrived, number: number, now: DateTime.Utc) => {
        const { entries } = get()
        const entry = {
          event_id: arrived.headers['service-event-id'] ?? '',
          verificacion_id: verificationOf(arrived.body),
          url: arrived.url,
          intento: number,
          recibido_en: DateTime.formatIso(now),
          encabezados: arrived.headers,
          cuerpo: arrived.body,
          estatus: null,
        }
        if (entries.length >= capacity) {
          for (const { verificacion_id: id } of entries.splice(0, capacity / 10)) get().answerers.delete(id ?? '')
        }
        entries.push(entry)
        return (status: number) => Object.assign(entry, { estatus: status })
      }

      /** What the receiver behind this URL answers now, as it was scripted. */
      const next = (script: Script): Effect.Effect<number> => {
        const status = script.statuses[Math.min(script.answered, script.statuses.length - 1)] ?? 200
        script.answered += 1
        return Effect.sleep(script.delay).pipe(
          Effect.andThen(Effect.logInfo('webhook answered as scripted', { status })),
          Effect.as(status),
        )
      }

      /** A script comes before a receiver of the developer's own; where there is neither, all is well. */
      const answerTo = (arrived: Arrived): Effect.Effect<Option.Option<number>> => {
        const verificationId = verificationOf(arrived.body)
        const counts = (answerer: Answerer) => void get().answerers.set(verificationId ?? '', answerer)
        const script = get().scripts.get(arrived.url)
        if (script !== undefined) {
          counts({ de: 'guion' })
          return Effect.asSome(next(script))
        }
        const url = destinations.of(arrived.url, verificationId)
        counts(url === null ? { de: 'buzon' } : { de: 'destino', url })
        return url === null ? Effect.succeedSome(200) : destinations.deliver(url, arrived)
      }

      const receive = Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const body = yield* request.text
        const url = normal(`https://${request.headers['host'] ?? ''}${request.url}`)
        const arrived = { url, headers: { ...request.headers }, body }
        const number = yield* numberOf(verificationOf(body))
        const answered = note(arrived, number, yield* time.now)
        const status = yield* answerTo(arrived)
        if (Option.isNone(status)) {
          // Acts like an unreachable receiver: the sender finds a connection that closes.
          NodeHttpServerRequest.toIncomingMessage(request).socket.destroy()
          return yield* Effect.never
        }
        answered(status.value)
        return HttpServerResponse.empty({ status: status.value })
      })

      const address = yield* lateLoopbackServer(receive)
      const port = Effect.map(address, (url) => Number(new URL(url).port))

      return Inbox.of({
        connector: (target) => Effect.flatMap(port, (known) => loopback(known)(target)),
        received: (verificationId) =>
          Effect.sync(() =>
            get().entries.filter(
              ({ verificacion_id }) => verificationId === null || verificacion_id === verificationId,
            ),
          ),
        answerer: (verificationId) => get().answerers.get(verificationId) ?? null,
        script: (url, statuses, delay) =>
          Effect.sync(() => void get().scripts.set(normal(url), { statuses, delay, answered: 0 })),
        reset,
        save,
      })
    }),
  )
}

/** One URL is spelled in one way. */
export const normal = (url: string): string =>
  Option.match(parse(url), { onNone: () => url, onSome: ({ href }) => href })

const verificationOf = (body: string): string | null => {
  const document = Option.getOrNull(readJson(body))
  return Predicate.hasProperty(document, 'verificacion_id') && Predicate.isString(document.verificacion_id)
    ? document.verificacion_id
    : null
}

const readJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))
