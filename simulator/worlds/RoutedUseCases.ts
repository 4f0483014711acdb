import { Effect, Layer } from 'effect'
import { Authenticate } from '#application/Authenticate.ts'
import { CheckHealth } from '#application/CheckHealth.ts'
import type { Failure } from '#application/CurrentRequest.ts'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { type IncomingRequest, RequestVerification } from '#application/RequestVerification.ts'
import { inCurrentWorld } from '#simulator/CurrentWorld.ts'
import { FirstBodies } from '#simulator/http/FirstBodies.ts'
import { InjectedErrors } from '#simulator/http/InjectedErrors.ts'
import { RequestNotes } from '#simulator/http/RequestNotes.ts'
import { Processor } from '#simulator/processor/Processor.ts'

/** Notes two facts that need both the request and its end: the fields of a conflict, and who broke the processor. */
const explained = <A>(incoming: IncomingRequest, requested: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> =>
  inCurrentWorld(FirstBodies, ({ accepted, differing }) =>
    inCurrentWorld(Processor, ({ faults }) => {
      const { principal, body } = incoming
      const before = faults.taken()
      return requested.pipe(
        Effect.tap(() => Effect.sync(() => accepted(principal.account.id, body))),
        Effect.tapErrorTag('Rejection', ({ codigo }) =>
          Effect.map(RequestNotes, (notes) => {
            notes.differing = codigo === 'conflicto_idempotencia' ? differing(principal.account.id, body) : null
            notes.processorFailed = codigo === 'cobro_no_verificado' && faults.taken() > before
          }),
        ),
      )
    }),
  )

/** Requests a verification. A POST was answered with the injected error before this; a tool is not known before. */
export const requestInItsWorld: RequestVerification['Service']['request'] = (incoming) =>
  inCurrentWorld(InjectedErrors, (errors) => {
    const rejection = incoming.channel === 'mcp' ? errors.takeRejection() : null
    if (rejection !== null) return rejection
    return inCurrentWorld(RequestVerification, ({ request }) => explained(incoming, request(incoming)))
  })

/** The use cases of the API. Each call runs in the world that the request belongs to. */
export const routedUseCases = Layer.mergeAll(
  Layer.succeed(Authenticate, {
    authenticate: (credentials) =>
      inCurrentWorld(Authenticate, ({ authenticate }) =>
        Effect.tap(authenticate(credentials), (principal) =>
          Effect.map(RequestNotes, (notes) => {
            notes.principal = principal
          }),
        ),
      ),
    passCeiling: (principal) => inCurrentWorld(Authenticate, ({ passCeiling }) => passCeiling(principal)),
  }),
  Layer.succeed(RequestVerification, { request: requestInItsWorld }),
  Layer.succeed(ReadVerifications, {
    read: (principal, id) => inCurrentWorld(ReadVerifications, ({ read }) => read(principal, id)),
    list: (principal, filter) => inCurrentWorld(ReadVerifications, ({ list }) => list(principal, filter)),
  }),
  Layer.succeed(ReadConsumption, {
    read: (principal) => inCurrentWorld(ReadConsumption, ({ read }) => read(principal)),
  }),
  Layer.succeed(CheckHealth, { check: inCurrentWorld(CheckHealth, ({ check }) => check) }),
)
