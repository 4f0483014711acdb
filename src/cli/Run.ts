import { Effect } from 'effect'
import { CliConfig, Command, GlobalFlag } from 'effect/cli'
import packageJson from '#package.json' with { type: 'json' }
import { cotejo } from './Cotejo.ts'
import { explaining } from './Failures.ts'

const flags = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

/** Does what its arguments say. It has told what went wrong when it fails. */
export const run = explaining(Command.run(cotejo, { version: packageJson.version })).pipe(Effect.provide(flags))
