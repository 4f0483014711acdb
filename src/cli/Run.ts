import { Effect, Layer, Logger, Stdio } from 'effect'
import { CliConfig, CliOutput, Command, GlobalFlag } from 'effect/cli'
import { version } from '#src/Version.ts'
import { cotejo } from './Cotejo.ts'
import { explaining } from './Failures.ts'
import { printingVisibly } from './Output.ts'

const flags = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

/** A terminal's colours are control characters, which are not printed. */
const plain = CliOutput.layer(CliOutput.defaultFormatter({ colors: false }))

/** Log lines go to standard error: scripts read standard output. */
const log = Logger.layer([Logger.withConsoleError(Logger.formatSimple)])

/** Does what its arguments say. When it fails, it has already said what went wrong. */
export const run = Effect.gen(function* () {
  const { args } = yield* Stdio.Stdio
  const words = yield* args
  const command = yield* Effect.promise(() => cotejo(words))
  yield* explaining(Command.runWith(command, { version })(words))
}).pipe(printingVisibly, Effect.provide(Layer.mergeAll(flags, plain, log)))
