import { Effect } from 'effect'
import { CliConfig, Command, GlobalFlag } from 'effect/cli'
import packageJson from '#package.json' with { type: 'json' }
import { cotejo } from './Cotejo.ts'
import { explaining } from './Failures.ts'

const flags = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

/** Does what its arguments say. When it fails, it has already said what went wrong. */
export const run = explaining(Command.run(cotejo, { version: packageJson.version })).pipe(Effect.provide(flags))
