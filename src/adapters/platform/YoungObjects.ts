import { setFlagsFromString } from 'node:v8'
import { Effect } from 'effect'

/**
 * Makes V8 allocate every object in the young generation. By default V8 learns from the start of the process which code
 * creates objects that live long, and then allocates them in the old generation. That includes the effects of requests,
 * which are garbage at once. The old generation is collected only after much garbage has gathered, and until then each
 * object keeps everything that it refers to.
 */
export const amongTheYoung: Effect.Effect<void> = Effect.sync(() =>
  setFlagsFromString('--no-allocation-site-pretenuring'),
)
