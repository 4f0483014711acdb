import { Effect } from 'effect'
import { accountControls } from './AccountControls.ts'
import { accountLevers } from './AccountLevers.ts'
import { clearanceLevers } from './ClearanceLevers.ts'
import { consoleLevers } from './ConsoleLevers.ts'
import type { Lever } from './Lever.ts'
import { paymentLevers } from './PaymentLevers.ts'
import { scenarioLevers } from './ScenarioLevers.ts'
import { serviceLevers } from './ServiceLevers.ts'
import { timeLevers } from './TimeLevers.ts'
import { verificationControls } from './VerificationControls.ts'
import { webhookLevers } from './WebhookLevers.ts'
import { worldFileLevers } from './WorldFileLevers.ts'

/** Every lever of the simulator's contract. */
export const levers = Effect.gen(function* () {
  const groups: ReadonlyArray<ReadonlyArray<Lever>> = [
    yield* consoleLevers,
    yield* accountLevers,
    yield* accountControls,
    yield* verificationControls,
    yield* timeLevers,
    yield* scenarioLevers,
    yield* clearanceLevers,
    yield* webhookLevers,
    yield* paymentLevers,
    yield* serviceLevers,
    yield* worldFileLevers,
  ]
  return groups.flat()
})
