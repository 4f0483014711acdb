import { Effect, Layer, Metric } from 'effect'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import type { Admission } from '#domain/account/Admission.ts'
import type { AttemptOutcome } from '#domain/delivery/Delivery.ts'
import { inconclusiveReasons } from '#domain/verification/Verification.ts'
import { codigoOf } from '#http/Answers.ts'
import { refusedConnections } from '#http/Server.ts'
import { type DeclaredRoute, routeOf } from '#http/UnknownRoutes.ts'
import { Deliveries } from '#ports/Deliveries.ts'
import { PaymentChecks } from '#ports/Payments.ts'
import { Resolutions } from '#ports/Resolutions.ts'
import { monotonicMillis } from '#ports/Time.ts'
import { Verifications } from '#ports/Verifications.ts'
import { initializeSeries } from './InitializeSeries.ts'
import { countAttempt, countEnd, countPaymentCheck, partnerSeries } from './PartnerMetrics.ts'

const seconds = Metric.histogram('cotejo_http_request_seconds', {
  description: 'Time from the headers of a request to its answer',
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})
const requests = Metric.counter('cotejo_http_requests_total', {
  description: 'Requests by route, method, status and code',
  incremental: true,
})
const admissions = Metric.counter('cotejo_admissions_total', {
  description: 'Requests judged in the database, by verdict',
  incremental: true,
})
const resolutions = Metric.counter('cotejo_resolutions_total', {
  description: 'Verifications ended, by state, and by reason if none was emitted',
  incremental: true,
})
const unreadable = Metric.counter('cotejo_work_unreadable_total', {
  description: 'Verifications left to another replica, because this one lacks the key or cannot read the format',
  incremental: true,
})

type Handled<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>

/** Counts and times every request, and names the route on its trace. */
export const measuringRequests = (routes: ReadonlyArray<DeclaredRoute>) => {
  const route = routeOf(routes)
  /** By labels, because to name a series takes longer than to count. */
  const known = new Map<string, { readonly answered: typeof requests; readonly took: typeof seconds }>()
  const seriesOf = (labels: Readonly<Record<'route' | 'method' | 'status' | 'code', string>>) => {
    const name = Object.values(labels).join(' ')
    const { code: _, ...timed } = labels
    const series = known.get(name) ?? {
      answered: Metric.withAttributes(requests, labels),
      took: Metric.withAttributes(seconds, timed),
    }
    known.set(name, series)
    return series
  }
  return <R>(handled: Handled<R>): Handled<R | HttpServerRequest.HttpServerRequest> =>
    Effect.gen(function* () {
      const { method, url } = yield* HttpServerRequest.HttpServerRequest
      const path = route(url)
      const start = yield* monotonicMillis
      const response = yield* handled
      const elapsed = (yield* monotonicMillis) - start
      const code = codigoOf(response) ?? ''
      const { answered, took } = seriesOf({ route: path, method, status: String(response.status), code })
      yield* Metric.update(answered, 1)
      yield* Metric.update(took, elapsed / 1_000)
      yield* Effect.annotateCurrentSpan({ 'http.route': path, code })
      return response
    })
}

/** A payment that is still to be asked for is not counted. */
const countAdmission = ({ _tag }: Admission) =>
  _tag === 'Prechecked' ? Effect.void : Metric.update(Metric.withAttributes(admissions, { verdict: _tag }), 1)

const measuredVerifications = Layer.effect(
  Verifications,
  Effect.map(Verifications, (verifications) => ({
    ...verifications,
    admit: (application, stage) => Effect.tap(verifications.admit(application, stage), countAdmission),
  })),
)

const measuredResolutions = Layer.effect(
  Resolutions,
  Effect.map(Resolutions, (port) => ({
    ...port,
    putBack: (claim, dueAt) => Effect.andThen(Metric.update(unreadable, 1), port.putBack(claim, dueAt)),
    conclude: (claim, ending) =>
      Effect.tap(port.conclude(claim, ending), (done) => {
        const { state } = ending
        const labels = { state: state._tag, reason: state._tag === 'emitida' ? '' : state.reason }
        const counted = Effect.andThen(
          Metric.update(Metric.withAttributes(resolutions, labels), 1),
          countEnd(claim, ending),
        )
        return done ? counted : Effect.void
      }),
  })),
)

const resultOf = (outcome: AttemptOutcome): string =>
  outcome._tag === 'Answered' ? `${Math.floor(outcome.status / 100)}xx` : outcome.reason

const measuredDeliveries = Layer.effect(
  Deliveries,
  Effect.map(Deliveries, (port) => ({
    ...port,
    record: (claim, attempt, after) =>
      Effect.tap(port.record(claim, attempt, after), (recorded) =>
        recorded ? countAttempt(claim, resultOf(attempt.outcome)) : Effect.void,
      ),
  })),
)

const unanswered = { status: '503', code: 'base_no_alcanzable' }

/** Series that alarms go by, as far as their labels are known before anything happens. */
export const knownSeries = (routes: ReadonlyArray<DeclaredRoute>) =>
  Effect.all([
    initializeSeries(
      requests,
      routes.map(({ method, path }) => ({ route: path, method, ...unanswered })),
    ),
    initializeSeries(resolutions, [
      { state: 'emitida', reason: '' },
      ...inconclusiveReasons.map((reason) => ({ state: 'no_concluyente', reason })),
    ]),
    initializeSeries(unreadable, [{}]),
    initializeSeries(refusedConnections, [{ limit: 'address' }, { limit: 'process' }]),
    partnerSeries,
  ])

const measuredChecks = Layer.succeed(PaymentChecks, { note: countPaymentCheck })

export const measuredPorts = Layer.mergeAll(
  measuredVerifications,
  measuredResolutions,
  measuredDeliveries,
  measuredChecks,
)
