import { Config, Duration, Effect } from 'effect'

/** How often to look whether the parent is still there. */
const interval = Duration.seconds(1)

/**
 * Ends when this process has lost its parent, where a script of npm, or npx, is this program alone. npm runs a script by a
 * shell, and passes SIGTERM on to the shell only: whoever ends npm would be left with a simulator that keeps its port. Whoever
 * started it otherwise, by a script with `&` too, may have left it behind on purpose: then this never ends.
 */
export const orphaned = Effect.gen(function* () {
  const parent = process.ppid
  const script = yield* Config.withDefault(Config.String('npm_lifecycle_script'), '')
  if (!script.includes('simulator') || script.includes('&')) return yield* Effect.never
  while (process.ppid === parent) yield* Effect.sleep(interval)
})
