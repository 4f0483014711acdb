import { DateTime, Effect, Layer, Logger } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { leavingToAnother } from '#application/ResolveVerification.ts'
import { begin } from '#domain/verification/Verification.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { after, start, verificationIn } from '#tools/service/verifications.ts'

const state = begin(start)
const claim: Claim = {
  ...{ verification: { ...verificationIn(state), state }, subject: null, trace: null, crashes: 0, epoch: 1 },
}

it('what cannot be read here is put back for two seconds, and told once a minute', async () => {
  const [due, log]: [Array<string>, Array<unknown>] = [[], []]
  const resolutions = Layer.mock(Resolutions, {
    putBack: (_, dueAt) => Effect.sync(() => due.push(DateTime.formatIso(dueAt)) > 0),
  })
  const hearing = Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, message, due.length]))])
  await Resolutions.use((service) => {
    const leave = leavingToAnother(service)
    return Effect.forEach([0, 1, 59.999, 60, 61, 120], (seconds) =>
      Effect.andThen(TestClock.setTime(seconds * 1_000), leave(claim, after(seconds))),
    )
  }).pipe(Effect.provide([resolutions, hearing, TestClock.layer()]), Effect.runPromise)
  const told = ['Error', ['cannot decrypt verification; leaving it to another replica']]
  expect(log).toEqual([1, 4, 6].map((times) => [...told, times]))
  expect(due.slice(0, 2)).toEqual(['2026-03-02T16:00:02.000Z', '2026-03-02T16:00:03.000Z'])
})
