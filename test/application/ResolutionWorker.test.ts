import { DateTime, Effect, Layer, Logger } from 'effect'
import { expect, it } from 'vitest'
import { ResolutionWorker } from '#application/ResolutionWorker.ts'
import { ResolveVerification } from '#application/ResolveVerification.ts'
import { begin } from '#domain/verification/Verification.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { standingClock, testTime } from '#tools/service/testTime.ts'
import { start, verificationIn } from '#tools/service/verifications.ts'

const state = begin(start)
const verification = { ...verificationIn(state), state }
const claim: Claim = { verification, subject: null, trace: null, crashes: 0, epoch: 1 }

/** What becomes of a claim whose work ends so. */
const worked = async (resolve: Effect.Effect<void, StorageUnavailable>) => {
  const [parked, rooms, log]: [Array<unknown>, Array<unknown>, Array<unknown>] = [[], [], []]
  const resolutions = Layer.mock(Resolutions, {
    claim: (_, room) => Effect.sync(() => rooms.push(room)).pipe(Effect.as([claim])),
    park: (one, kept, dueAt) =>
      Effect.sync(() => parked.push([one.verification.id, kept._tag, DateTime.formatIso(dueAt)]) > 0),
    releaseAllExcept: () => Effect.void,
    nextDueAt: Effect.succeedNone,
    awaitWork: Effect.never,
  })
  const hearing = Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, [message].flat()[0]]))])
  await ResolutionWorker.use(({ startDue, settled }) => Effect.andThen(startDue, settled)).pipe(
    Effect.provide(ResolutionWorker.layer),
    Effect.provide([
      resolutions,
      Layer.succeed(ResolveVerification, { resolve: () => resolve }),
      testTime().layer,
      standingClock,
      hearing,
    ]),
    Effect.runPromise,
  )
  return { parked, rooms, log }
}

it('a process works on 256 verifications at once, whosever they are', async () => {
  const room = { most: 256, perAccount: 256 }
  expect(await worked(Effect.void)).toEqual({ parked: [], rooms: [room], log: [] })
})

it('a verification whose work died of a defect rests for half a minute', async () => {
  expect(await worked(Effect.die(new Error('no row')))).toMatchObject({
    parked: [[verification.id, 'en_proceso', '2026-03-02T16:00:30.000Z']],
    log: [['Error', 'resolving a verification failed']],
  })
})

it('one whose storage did not answer is left to its claim', async () => {
  expect(await worked(Effect.fail(new StorageUnavailable({ reason: 'away' })))).toMatchObject({
    parked: [],
    log: [['Warn', 'resolution: an attempt failed']],
  })
})
