import { Config, Duration, Effect } from 'effect'

/** How often to look whether the parent is still there. */
const interval = Duration.seconds(1)

/**
 * Ends when this process has lost its parent, if an npm script or npx runs only this program. npm runs a script in a
 * shell and passes SIGTERM to the shell only, so ending npm would leave a simulator that keeps its port. A simulator
 * started in another way, or by a script with `&`, may be left running on purpose: then this never ends.
 */
export const orphaned = Effect.gen(function* () {
  const parent = process.ppid
  const script = yield* Config.withDefault(Config.String('npm_lifecycle_script'), '')
  if (!script.includes('simulator') || script.includes('&')) return yield* Effect.never
  while (process.ppid === parent) yield* Effect.sleep(interval)
})
