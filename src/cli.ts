import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import * as NodeServices from '@effect/platform-node/NodeServices'
import { Effect, Exit, Layer } from 'effect'
import { CliConfig, Command, GlobalFlag } from 'effect/cli'
import packageJson from '#package.json' with { type: 'json' }
import { accounts } from './cli/Accounts.ts'
import { apiKeys } from './cli/ApiKeys.ts'
import { deliveries } from './cli/Deliveries.ts'
import { explaining } from './cli/Failures.ts'
import { lists } from './cli/Lists.ts'
import { Json } from './cli/Output.ts'
import { signingSecrets } from './cli/SigningSecrets.ts'
import { transfers } from './cli/Transfers.ts'
import { keys, ledger, migrate, retention } from './cli/Upkeep.ts'
import { verifications } from './cli/Verifications.ts'

const flags = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

const cotejo = Command.make('cotejo').pipe(
  Command.withDescription("The operator's command. It reads the same settings as the server."),
  Command.withSubcommands([
    migrate,
    accounts,
    apiKeys,
    signingSecrets,
    verifications,
    deliveries,
    transfers,
    lists,
    ledger,
    keys,
    retention,
  ]),
  Command.withGlobalFlags([Json]),
)

NodeRuntime.runMain(
  explaining(Command.run(cotejo, { version: packageJson.version })).pipe(
    Effect.provide(Layer.merge(NodeServices.layer, flags)),
  ),
  { disableErrorReporting: true, teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) ? 0 : 1) },
)
