import { Context, DateTime, Effect, Layer } from 'effect'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { Time } from '#ports/Time.ts'
import type { DueWork } from './DueWork.ts'
import { ResolveVerification } from './ResolveVerification.ts'

/** How many verifications one round claims, and works on side by side. */
const batch = 256
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
        yield* Effect.logError('resolving a verification failed', { verificacion_id: claim.verification.id }, defect)
        const dueAt = DateTime.add(yield* time.now, restAfterDefect)
        yield* resolutions.park(claim, claim.verification.state, dueAt)
      })

      const takeUp = Effect.gen(function* () {
        // A round awaits all its work, so that what is held now was left by one that failed halfway. Asked
        // every time: a claim whose answer was given up may be carried out long after.
        yield* resolutions.giveBack
        const claims = yield* resolutions.claim(yield* time.now, batch)
        yield* Effect.forEach(claims, (claim) => Effect.catchDefect(resolve(claim), (defect) => rest(claim, defect)), {
          concurrency: 'unbounded',
          discard: true,
        })
        return claims.length
      })

      const { nextDueAt, awaitWork } = resolutions
      return ResolutionWorker.of({ name: 'resolution', takeUp, settled: Effect.void, nextDueAt, awaitWork })
    }),
  )
}
