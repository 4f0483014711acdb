import { createServer } from 'node:http'
import * as NodeHttpServer from '@effect/platform-node/NodeHttpServer'
import { Context, DateTime, Duration, Effect, Layer, Option, Predicate } from 'effect'
import { HttpServer, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'
import type { Connector } from '#adapters/webhooks/Connector.ts'
import { parse } from '#domain/delivery/WebhookUrl.ts'
import { Time } from '#ports/Time.ts'
import { type Arrived, Forwarding } from './Forwarding.ts'
import { loopback } from './Loopback.ts'

/** How many attempts are remembered. */
const capacity = 10_000

/** An attempt as it arrived. */
export interface Received {
  readonly event_id: string
  readonly verificacion_id: string | null
  readonly url: string
  /** Counts the arrivals of this event. */
  readonly intento: number
  readonly recibido_en: string
  readonly encabezados: Readonly<Record<string, string>>
  readonly cuerpo: string
  /** What was answered; null when the sender was gone by then. */
  readonly estatus: number | null
}

/** What a receiver answers, in turn; the last stays. */
interface Script {
  readonly statuses: ReadonlyArray<number>
  readonly delay: Duration.Duration
  answered: number
}

const nothing = () => ({
  entries: [] as { -readonly [K in keyof Received]: Received[K] }[],
  scripts: new Map<string, Script>(),
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
      const { forward } = yield* Forwarding
      const { get, reset, save } = makeCell(nothing)

      const note = (arrived: Arrived, now: DateTime.Utc) => {
        const { entries } = get()
        const eventId = arrived.headers['service-event-id'] ?? ''
        const entry = {
          event_id: eventId,
          verificacion_id: verificationOf(arrived.body),
          url: arrived.url,
          intento: 1 + entries.filter(({ event_id }) => event_id === eventId).length,
          recibido_en: DateTime.formatIso(now),
          encabezados: arrived.headers,
          cuerpo: arrived.body,
          estatus: null,
        }
        if (entries.length >= capacity) entries.splice(0, capacity / 10)
        entries.push(entry)
        return (status: number) => Object.assign(entry, { estatus: status })
      }

      /** The status that the receiver behind this URL answers now. */
      const next = (url: string): readonly [status: number, delay: Duration.Duration] => {
        const script = get().scripts.get(url)
        if (script === undefined) return [200, Duration.zero]
        const status = script.statuses[Math.min(script.answered, script.statuses.length - 1)] ?? 200
        script.answered += 1
        return [status, script.delay]
      }

      const receive = Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const body = yield* request.text
        const url = normal(`https://${request.headers['host'] ?? ''}${request.url}`)
        const arrived = { url, headers: { ...request.headers }, body }
        const answered = note(arrived, yield* time.now)
        const [status, delay] = next(url)
        yield* forward(arrived)
        yield* Effect.sleep(delay)
        answered(status)
        return HttpServerResponse.empty({ status })
      })

      const server = yield* NodeHttpServer.make(() => createServer(), { host: '127.0.0.1', port: 0 })
      yield* server.serve(receive.pipe(Effect.withTracerEnabled(false)))
      const port = Number(new URL(HttpServer.formatAddress(server.address)).port)

      return Inbox.of({
        connector: loopback(port),
        received: (verificationId) =>
          Effect.sync(() =>
            get().entries.filter(
              ({ verificacion_id }) => verificationId === null || verificacion_id === verificationId,
            ),
          ),
        script: (url, statuses, delay) =>
          Effect.sync(() => void get().scripts.set(normal(url), { statuses, delay, answered: 0 })),
        reset,
        save,
      })
    }),
  )
}

/** One URL is spelled in one way. */
const normal = (url: string): string => Option.match(parse(url), { onNone: () => url, onSome: ({ href }) => href })

const verificationOf = (body: string): string | null => {
  const document = Option.getOrNull(readJson(body))
  return Predicate.hasProperty(document, 'verificacion_id') && Predicate.isString(document.verificacion_id)
    ? document.verificacion_id
    : null
}

const readJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))
