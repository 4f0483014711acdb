import { Effect, Option } from 'effect'
import { Command, Flag } from 'effect/cli'
import { AccountAdministration, AccountUnknown } from '#ports/AccountAdministration.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { environment, processorKey } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import * as Access from './Access.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { printDone } from './Output.ts'
import { recorded } from './Recording.ts'

/**
 * `cotejo accounts processor`: what an account in mode `connect` reaches its processor with. The key
 * comes by a setting, since what stands on a command line is read by others.
 */
export const processor = Command.make(
  'processor',
  {
    account: Inputs.account,
    destination: Flag.String('destination').pipe(
      Flag.withDescription("Account on the partner's platform that receives the money, such as acct_1A2b3C"),
      Inputs.connectedAccount,
    ),
  },
  Effect.fnUntraced(function* ({ account, destination }) {
    const settings = yield* load({ environment, processorKey })
    const { find } = yield* AccountAdministration
    const record = yield* find(account)
    if (Option.isNone(record)) return yield* new AccountUnknown({ accountId: account })
    if (record.value.account.mode !== 'connect') {
      return yield* new Refused({ reason: `Account "${account}" is in mode consumo, which transfers nothing.` })
    }
    const { key, isLive } = settings.processorKey
    if (isLive !== (settings.environment === 'production')) {
      return yield* new Refused({
        reason: `COTEJO_PROCESSOR_KEY is a key of the ${isLive ? 'live' : 'test'} mode, which environment ${settings.environment} does not use.`,
      })
    }
    const putting = (yield* ProcessorAccounts).put(account, { restrictedKey: key, destination })
    yield* recorded(putting, 'accounts processor', { account, details: { destination } })
    yield* printDone(`Account "${account}" verifies payments with that key, and transfers to ${destination}.`, {
      account,
      destination,
    })
  }),
).pipe(
  Command.withDescription(
    'Set the processor key (COTEJO_PROCESSOR_KEY) and the destination of an account in mode connect',
  ),
  Command.provide(Access.processors),
)
