import { Effect, Layer } from 'effect'
import { demoAccounts } from './DemoAccounts.ts'
import { InjectedErrors } from './InjectedErrors.ts'
import { KnownAccounts } from './KnownAccounts.ts'
import { accountLevers } from './levers/AccountLevers.ts'
import { consoleLevers } from './levers/ConsoleLevers.ts'
import type { Lever } from './levers/Lever.ts'
import { paymentLevers } from './levers/PaymentLevers.ts'
import { scenarioLevers } from './levers/ScenarioLevers.ts'
import { serviceLevers } from './levers/ServiceLevers.ts'
import { timeLevers } from './levers/TimeLevers.ts'
import { webhookLevers } from './levers/WebhookLevers.ts'
import { recalled } from './live/History.ts'
import { Viewers } from './live/Viewers.ts'
import { RequestLog } from './RequestLog.ts'
import { Simulation } from './Simulation.ts'
import { TimeTravel } from './TimeTravel.ts'

/** Every lever of the simulator's contract. */
export const levers = Effect.gen(function* () {
  const groups: ReadonlyArray<ReadonlyArray<Lever>> = [
    yield* consoleLevers,
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
  Layer.mergeAll(Simulation.layer, Viewers.layer, recalled).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        KnownAccounts.layer({ initial: demoAccounts, usable: exposed }),
        TimeTravel.layer,
        RequestLog.layer,
        InjectedErrors.layer,
      ),
    ),
  )
