import { Effect } from 'effect'
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
