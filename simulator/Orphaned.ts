import { Config, Duration, Effect, Option } from 'effect'

/** How often to look whether the parent is still there. */
const interval = Duration.seconds(1)

/**
 * Ends when this process has lost its parent, where npm or npx started it. They start it by a shell, and pass SIGTERM on to
 * the shell alone: who ends npm would be left with a simulator that keeps its port. Who started it otherwise may have
 * left it behind on purpose: then this never ends.
 */
export const orphaned = Effect.gen(function* () {
  const parent = process.ppid
  const byNpm = yield* Config.option(Config.String('npm_command'))
  if (Option.isNone(byNpm)) return yield* Effect.never
  while (process.ppid === parent) yield* Effect.sleep(interval)
})
