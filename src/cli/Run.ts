import { Effect, Layer, Logger, Stdio } from 'effect'
import { CliConfig, Command, GlobalFlag } from 'effect/cli'
import packageJson from '#package.json' with { type: 'json' }
import { cotejo } from './Cotejo.ts'
import { explaining } from './Failures.ts'

const flags = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

/** What is noticed on the way, as that the clocks of this machine and of the database differ, stands beside what is printed, which scripts read. */
const log = Logger.layer([Logger.withConsoleError(Logger.formatSimple)])

/** Does what its arguments say. When it fails, it has already said what went wrong. */
export const run = Effect.gen(function* () {
  const { args } = yield* Stdio.Stdio
  const words = yield* args
  const command = yield* Effect.promise(() => cotejo(words))
  yield* explaining(Command.runWith(command, { version: packageJson.version })(words))
}).pipe(Effect.provide(Layer.merge(flags, log)))
