import { Layer } from 'effect'
import { Authenticate } from '#application/Authenticate.ts'
import { CheckHealth } from '#application/CheckHealth.ts'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { RequestVerification } from '#application/RequestVerification.ts'
import { InjectedErrors } from '#simulator/http/InjectedErrors.ts'
import { inCurrentWorld } from './CurrentWorld.ts'

/** The use cases of the API, each that of the world which the request belongs to. */
export const routedUseCases = Layer.mergeAll(
  Layer.succeed(Authenticate, {
    authenticate: (authorization, addressOf) =>
      inCurrentWorld(Authenticate, ({ authenticate }) => authenticate(authorization, addressOf)),
    passCeiling: (principal) => inCurrentWorld(Authenticate, ({ passCeiling }) => passCeiling(principal)),
  }),
  Layer.succeed(RequestVerification, {
    // A POST was answered with the error before this; a tool is not known before.
    request: (incoming) =>
      inCurrentWorld(InjectedErrors, (errors) => {
        const rejection = incoming.channel === 'mcp' ? errors.take() : null
        return rejection ?? inCurrentWorld(RequestVerification, ({ request }) => request(incoming))
      }),
  }),
  Layer.succeed(ReadVerifications, {
    read: (principal, id) => inCurrentWorld(ReadVerifications, ({ read }) => read(principal, id)),
    list: (principal, filter) => inCurrentWorld(ReadVerifications, ({ list }) => list(principal, filter)),
  }),
  Layer.succeed(ReadConsumption, {
    read: (principal) => inCurrentWorld(ReadConsumption, ({ read }) => read(principal)),
  }),
  Layer.succeed(CheckHealth, { check: inCurrentWorld(CheckHealth, ({ check }) => check) }),
)
