import { Effect, Layer } from 'effect'
import { type InitialAccounts, KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { FirstBodies } from '#simulator/http/FirstBodies.ts'
import { InjectedErrors } from '#simulator/http/InjectedErrors.ts'
import { RequestLog } from '#simulator/http/RequestLog.ts'
import { recalled } from '#simulator/live/History.ts'
import { Viewers } from '#simulator/live/Viewers.ts'
import { Recorder } from '#simulator/recording/Recorder.ts'
import { Simulation } from '#simulator/Simulation.ts'
import { TimeTravel } from '#simulator/time/TimeTravel.ts'
import { accountLevers } from './AccountLevers.ts'
import { consoleLevers } from './ConsoleLevers.ts'
import type { Lever } from './Lever.ts'
import { paymentLevers } from './PaymentLevers.ts'
import { recordingLevers } from './RecordingLevers.ts'
import { scenarioLevers } from './ScenarioLevers.ts'
import { serviceLevers } from './ServiceLevers.ts'
import { timeLevers } from './TimeLevers.ts'
import { webhookLevers } from './WebhookLevers.ts'

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
    yield* recordingLevers,
  ]
  return groups.flat()
})

/**
 * What the levers move, over the ports and the loops.
 *
 * @param seed of the world, told with its recording
 * @param accounts those that the world begins with
 */
export const machinery = (seed: string, accounts: InitialAccounts) =>
  Layer.mergeAll(Simulation.layer, Viewers.layer, recalled).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        KnownAccounts.layer(accounts),
        TimeTravel.layer,
        RequestLog.layer,
        InjectedErrors.layer,
        FirstBodies.layer,
        Recorder.layer(seed, accounts.initial),
      ),
    ),
  )
