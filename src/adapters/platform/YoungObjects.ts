import { setFlagsFromString } from 'node:v8'
import { Effect } from 'effect'

/**
 * Has V8 make every object among the young ones. Otherwise it learns from what the start of a process leaves behind
 * which places of the code make objects that stay, and makes those among the old ones from then on: the effects of a
 * request too. They are garbage at once, but nobody looks for old garbage until much of it has gathered, and until then it
 * keeps all that it points to.
 */
export const amongTheYoung: Effect.Effect<void> = Effect.sync(() =>
  setFlagsFromString('--no-allocation-site-pretenuring'),
)
