import { Context, DateTime, Effect, Layer } from 'effect'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { Time } from '#ports/Time.ts'
import { dispatcher } from './Dispatcher.ts'
import type { DueWork } from './DueWork.ts'
import { ResolveVerification } from './ResolveVerification.ts'

/** Verifications that one process works on concurrently. */
const atOnce = 256
/** Delay after a defect before a verification is worked on again. Its time budget still ends it. */
const restAfterDefect = { seconds: 30 }

export class ResolutionWorker extends Context.Service<ResolutionWorker, DueWork>()(
  'cotejo/application/ResolutionWorker',
) {
  static readonly layer = Layer.effect(
    ResolutionWorker,
    Effect.gen(function* () {
      const resolutions = yield* Resolutions
      const { resolve } = yield* ResolveVerification
      const time = yield* Time

      const rest = Effect.fnUntraced(function* (claim: Claim, defect: unknown) {
        yield* Effect.logError('resolving a verification failed', defect)
        const dueAt = DateTime.add(yield* time.now, restAfterDefect)
        yield* resolutions.park(claim, claim.verification.state, dueAt)
      })

      return ResolutionWorker.of(
        yield* dispatcher<Claim>({
          name: 'resolution',
          atOnce,
          queue: resolutions,
          claim: (now, most) => resolutions.claim(now, { most, perAccount: atOnce }),
          attempt: (one) => Effect.catchDefect(resolve(one), (defect) => rest(one, defect)),
          factsOf: ({ verification }) => ({ verificacion_id: verification.id, account: verification.accountId }),
        }),
      )
    }),
  )
}
