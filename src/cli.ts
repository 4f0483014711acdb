import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import * as NodeServices from '@effect/platform-node/NodeServices'
import { Effect, Exit, Layer } from 'effect'
import { CliConfig, Command, GlobalFlag } from 'effect/cli'
import packageJson from '#package.json' with { type: 'json' }
import { cotejo } from './cli/Cotejo.ts'
import { explaining } from './cli/Failures.ts'

const flags = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

NodeRuntime.runMain(
  explaining(Command.run(cotejo, { version: packageJson.version })).pipe(
    Effect.provide(Layer.merge(NodeServices.layer, flags)),
  ),
  { disableErrorReporting: true, teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) ? 0 : 1) },
)
