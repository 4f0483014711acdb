import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, Effect, Layer } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { type Save, saveAll } from '#adapters/memory/Cell.ts'
import { Identifiers } from '#ports/Identifiers.ts'
import { Time } from '#ports/Time.ts'
import { lateLoopbackServer } from '#simulator/http/LoopbackServer.ts'
import { type Books, makeBooks, type ProcessorPayment, type ProcessorTransfer, secondsOf } from './Books.ts'
import { readForm } from './Form.ts'
import { type Idempotency, makeIdempotency } from './Idempotency.ts'
import { type ProcessorFault, ProcessorFaults } from './ProcessorFaults.ts'
import { broken, type Reply, tooMany, unauthorized } from './Reply.ts'
import { type Request, type Route, routeOf } from './Routes.ts'

/** The outcome of a request: an answer, silence until the client disconnects, or a connection that breaks. */
type End = Reply | { readonly _tag: 'Silence'; readonly gone: () => void } | { readonly _tag: 'Drop' }

const drop: End = { _tag: 'Drop' }

/**
 * Carries out a request, once for each idempotency key, and applies the fault. Credentials and rate are checked
 * before the key, parameters and state after it.
 */
const carryOut = (
  books: Books,
  idempotency: Idempotency,
  route: Route,
  request: Request,
  fault: ProcessorFault | null,
): End => {
  if (fault === 'limite_429') return tooMany
  const { method, path, form, access, idempotencyKey, now } = request
  const claim =
    method === 'POST' && idempotencyKey !== undefined
      ? idempotency.claim(JSON.stringify(access), idempotencyKey, `${method} ${path} ${form.canonical}`, now)
      : null
  if (claim?._tag === 'Answered') {
    if (fault === 'sin_respuesta') return { _tag: 'Silence', gone: () => {} }
    return fault === 'respuesta_perdida' ? drop : claim.reply
  }
  if (fault === 'sin_respuesta') return { _tag: 'Silence', gone: () => claim?.giveUp() }
  const reply = fault === 'error_500' ? broken : route.execute(books, request)
  const kept = fault === 'error_500_tras_ejecutar' && reply.isExecuted ? broken : reply
  claim?.end(kept)
  return fault === 'respuesta_perdida' ? drop : kept
}

/** A payment to store. A field that is omitted keeps its value, or gets the value of a new payment in test mode. */
type PaymentChange = Pick<ProcessorPayment, 'destination' | 'status' | 'currency' | 'amountCentavos'> &
  Partial<Pick<ProcessorPayment, 'id' | 'isLive' | 'refundedCentavos' | 'isDisputed' | 'group' | 'settledIn'>>

const bearer = /^Bearer (\S+)$/

/**
 * A payment processor with the part of Stripe's API that the service uses. It is a real HTTP server on its own port,
 * so that the adapter and its library are the production ones. All its state is in memory.
 */
export class Processor extends Context.Service<
  Processor,
  {
    /** Scheme, host and port, as the adapter's setting `host` takes them. */
    readonly address: Effect.Effect<string>
    /** Opens the platform that pays this destination; one platform may have many keys. */
    readonly registerKey: (key: string, isLive: boolean, destination: string) => Effect.Effect<void>
    readonly putPayment: (change: PaymentChange) => Effect.Effect<ProcessorPayment>
    /** A payment of any platform; undefined when no payment has this id. */
    readonly payment: (id: string) => Effect.Effect<ProcessorPayment | undefined>
    /** The payments of all platforms, oldest first. */
    readonly payments: Effect.Effect<ReadonlyArray<ProcessorPayment>>
    readonly transfers: Effect.Effect<ReadonlyArray<ProcessorTransfer>>
    readonly faults: ProcessorFaults['Service']
    /** Forgets everything, keys of platforms too. */
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/processor/Processor') {
  /** Over faults that are given. */
  static readonly layerOver = Layer.effect(
    Processor,
    Effect.gen(function* () {
      const faults = yield* ProcessorFaults
      const time = yield* Time
      const { next } = yield* Identifiers
      const books = makeBooks()
      const idempotency = makeIdempotency()
      const freshId = Effect.map(next('ver'), (id) => id.slice('ver_'.length))

      /** The outcome of the current request. */
      const judged = Effect.fnUntraced(function* ({ method, url, headers, text }: HttpServerRequest.HttpServerRequest) {
        const [path = '', query = ''] = url.split('?')
        const form = readForm(method === 'GET' ? query : yield* text)
        const [, key = null] = bearer.exec(headers['authorization'] ?? '') ?? []
        const access = key === null ? undefined : books.keys().get(key)
        if (access === undefined) return unauthorized(key)
        const route = routeOf(method, path)
        if ('status' in route) return route
        const idempotencyKey = headers['idempotency-key']
        const request = { method, path, form, access, idempotencyKey, now: yield* time.now, freshId: yield* freshId }
        return carryOut(books, idempotency, route, request, faults.take(route.call))
      })

      const answered = (end: End, request: HttpServerRequest.HttpServerRequest, requestId: string) => {
        if ('status' in end) {
          const headers = { ...end.headers, 'request-id': requestId, 'cache-control': 'no-cache, no-store' }
          return Effect.succeed(HttpServerResponse.jsonUnsafe(end.body, { status: end.status, headers }))
        }
        if (end._tag === 'Silence') return Effect.onInterrupt(Effect.never, () => Effect.sync(end.gone))
        NodeHttpServerRequest.toIncomingMessage(request).socket.destroy()
        return Effect.never
      }

      const receive = Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const end = yield* judged(request)
        return yield* answered(end, request, `req_${(yield* freshId).slice(0, 14)}`)
      })

      const address = yield* lateLoopbackServer(receive)

      return Processor.of({
        address,
        registerKey: (key, isLive, destination) =>
          Effect.sync(() => void books.keys().set(key, { destination, isLive })),
        putPayment: Effect.fnUntraced(function* (change) {
          const fresh = yield* freshId
          const created = secondsOf(yield* time.now)
          const untouched = { isLive: false, refundedCentavos: 0, isDisputed: false, group: null, settledIn: null }
          const earlier = books.payments().get(change.id ?? '') ?? { ...untouched, chargeId: `ch_${fresh}`, created }
          const payment = { ...earlier, ...change, id: change.id ?? `pi_${fresh}` }
          books.payments().set(payment.id, payment)
          return payment
        }),
        payment: (id) => Effect.sync(() => books.payments().get(id)),
        payments: Effect.sync(() => [...books.payments().values()]),
        transfers: Effect.sync(() => [...books.transfers()]),
        faults,
        reset: Effect.all([faults.reset, books.reset, idempotency.reset], { discard: true }),
        save: saveAll([faults, books, idempotency]),
      })
    }),
  )

  static readonly layer = Processor.layerOver.pipe(Layer.provide(ProcessorFaults.layer))
}
