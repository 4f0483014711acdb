import { Effect, Layer } from 'effect'
import { consolePage } from './ConsolePage.ts'
import { demoAccounts } from './DemoAccounts.ts'
import { InjectedErrors } from './InjectedErrors.ts'
import { KnownAccounts } from './KnownAccounts.ts'
import { accountLevers } from './levers/AccountLevers.ts'
import type { Lever } from './levers/Lever.ts'
import { paymentLevers } from './levers/PaymentLevers.ts'
import { scenarioLevers } from './levers/ScenarioLevers.ts'
import { serviceLevers } from './levers/ServiceLevers.ts'
import { timeLevers } from './levers/TimeLevers.ts'
import { webhookLevers } from './levers/WebhookLevers.ts'
import { RequestLog } from './RequestLog.ts'
import { Simulation } from './Simulation.ts'
import { TimeTravel } from './TimeTravel.ts'

/** Every lever of the simulator's contract. */
export const levers = Effect.gen(function* () {
  const groups: ReadonlyArray<ReadonlyArray<Lever>> = [
    [yield* consolePage],
    yield* accountLevers,
    yield* timeLevers,
    yield* scenarioLevers,
    yield* webhookLevers,
    yield* paymentLevers,
    yield* serviceLevers,
  ]
  return groups.flat()
})

/** What the levers move, over the ports and the loops. Demo accounts are there only where levers are. */
export const machinery = (exposed: boolean) =>
  Simulation.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        KnownAccounts.layer({ initial: demoAccounts, usable: exposed }),
        TimeTravel.layer,
        RequestLog.layer,
        InjectedErrors.layer,
      ),
    ),
  )
