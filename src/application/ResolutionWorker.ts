import { Context, DateTime, Effect, Layer } from 'effect'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { Time } from '#ports/Time.ts'
import { dispatcher } from './Dispatcher.ts'
import type { DueWork } from './DueWork.ts'
import { ResolveVerification } from './ResolveVerification.ts'

/** How many verifications one process works on side by side. */
const atOnce = 256
/** How long a verification rests whose work died of a defect; its time budget ends it all the same. */
const restAfterDefect = { seconds: 30 }

/** Claims verifications that are due and resolves them. */
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
