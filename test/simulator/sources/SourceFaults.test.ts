import { describe, expect, it } from '@effect/vitest'
import { DateTime, Effect, Layer } from 'effect'
import { type Consultation, type Reply, Sources } from '#ports/Sources.ts'
import { type Fault, faultySources, SourceFaults } from '#simulator/sources/SourceFaults.ts'
import { applicationOf } from '#test/support/storedVerifications.ts'

const startedAt = DateTime.makeUnsafe('2026-03-01T12:00:00.000Z')
const after = (seconds: number) => DateTime.add(startedAt, { seconds })
const answered: Reply = {
  _tag: 'Answered',
  answer: { source: 'judicial', outcome: { _tag: 'consultada', findings: { juicios: [] } } },
}
const unavailable = { _tag: 'Answered', answer: { source: 'judicial', outcome: { _tag: 'no_disponible' } } }

/** A source that has its answer a minute after it was asked. */
const prompt = Layer.succeed(Sources, {
  consult: ({ startedAt: asked, now }: Consultation) => {
    const readyAt = DateTime.add(asked, { minutes: 1 })
    return Effect.succeed<Reply>(DateTime.isLessThan(now, readyAt) ? { _tag: 'NotYet', readyAt } : answered)
  },
})
const sources = faultySources.pipe(Layer.provide(prompt), Layer.provideMerge(SourceFaults.layer('fixtures')))

const { subject } = applicationOf({
  account: {
    id: 'demo',
    mode: 'consumo',
    plan: { priceCentavos: 1, requestsPerMinute: 1, monthlyQuota: null },
  },
  keyId: 'k1',
})
const consultation = {
  source: 'judicial',
  id: 'ver_1/judicial',
  subject,
  registeredName: null,
  startedAt,
  closesAt: after(570),
} as const
const replyAt = (fault: Fault | null, seconds: number) =>
  Effect.gen(function* () {
    yield* SourceFaults.use(({ put }) => put('judicial', fault))
    return yield* Sources.use(({ consult }) => consult({ ...consultation, now: after(seconds) }))
  }).pipe(Effect.provide(sources))

describe('a source of the sandbox', () => {
  const notYet = (seconds: number) => ({ _tag: 'NotYet', readyAt: after(seconds) })

  it.effect.each([
    [null, 59, notYet(60)],
    [null, 60, answered],
    // Garbage comes when an answer would have come.
    ['basura', 59, notYet(60)],
    ['basura', 60, unavailable],
    ['lenta', 60, notYet(240)],
    ['lenta', 240, answered],
    ['caida', 0, unavailable],
    ['colgada', 60, notYet(86_460)],
  ] as const)('under the fault %s answers after %i s', ([fault, seconds, reply]) =>
    Effect.gen(function* () {
      expect(yield* replyAt(fault, seconds)).toEqual(reply)
    }),
  )
})
