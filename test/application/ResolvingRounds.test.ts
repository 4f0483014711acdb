import { DateTime, Effect, Layer, Logger } from 'effect'
import { expect, it } from 'vitest'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import { ResolveVerification } from '#application/ResolveVerification.ts'
import { begin } from '#domain/verification/Verification.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { type Reply, Sources } from '#ports/Sources.ts'
import { serviceContext } from '#test/support/resolving.ts'
import { allInOrder } from '#tools/service/arbitraryEvidence.ts'
import { testTime } from '#tools/service/testTime.ts'
import { after, answersIn, start, verificationIn } from '#tools/service/verifications.ts'

const subject = { curp: 'LIMP900101HDFRRS03', nombre: null, apellidoPaterno: null, apellidoMaterno: null }
const notYet = (seconds: number): Reply => ({ _tag: 'NotYet', readyAt: after(seconds) })
const answered = (source: string): Reply => {
  const answer = answersIn(allInOrder).find((one) => one.source === source)
  return answer === undefined ? notYet(0) : { _tag: 'Answered', answer }
}

/** What becomes of a claim; of a source that is not told the answer comes at once. */
const resolved = async (
  replies: Readonly<Record<string, Reply>>,
  options: { readonly takes?: number; readonly lost?: boolean; readonly changes?: Partial<Claim> } = {},
) => {
  const time = testTime()
  const [asked, became, log]: [Array<string>, Array<unknown>, Array<unknown>] = [[], [], []]
  const resolutions = Layer.mock(Resolutions, {
    park: (_, state, dueAt) => Effect.sync(() => became.push(['parked', state._tag, DateTime.formatIso(dueAt)]) > 0),
    putBack: (_, dueAt) => Effect.sync(() => became.push(['put back', DateTime.formatIso(dueAt)]) > 0),
    conclude: (_, { state }) =>
      Effect.sync(() => {
        became.push(['ended', state._tag === 'no_concluyente' ? state.reason : state._tag])
        return options.lost !== true
      }),
  })
  const sources = Layer.succeed(Sources, {
    consult: ({ source }) =>
      Effect.sync(() => {
        asked.push(source)
        if (source === 'identidad') time.pass(options.takes ?? 0)
        return replies[source] ?? answered(source)
      }),
  })
  const state = begin(start)
  const verification = { ...verificationIn(state), state }
  const claim: Claim = { verification, subject, trace: null, crashes: 0, epoch: 1, ...options.changes }
  const hearing = Logger.layer([Logger.make(({ message }) => void log.push([message].flat()[0]))])
  await ResolveVerification.use(({ resolve }) => resolve(claim)).pipe(
    Effect.provide(ResolveVerification.layer),
    Effect.provide([resolutions, sources, serviceContext, Identifiers.layer(), time.layer, hearing]),
    Effect.runPromise,
  )
  return { asked: asked.toSorted(), became, log }
}
const parked = (at: string) => [['parked', 'en_proceso', `2026-03-02T${at}.000Z`]]

it('a verification is looked at again when the first of its sources is ready', async () => {
  const { became } = await resolved({ listas: notYet(9), judicial: notYet(7) })
  expect(became).toEqual(parked('16:00:07'))
})

it('and at the latest when the sources close', async () => {
  expect((await resolved({ listas: notYet(9_999), judicial: notYet(7_777) })).became).toEqual(parked('16:09:30'))
})

it('a source that is not ready is not asked again at once, though another one answers', async () => {
  const { asked, became } = await resolved({ judicial: notYet(7) })
  expect([asked, became]).toEqual([['identidad', 'judicial', 'listas'], parked('16:00:07')])
})

it.each([
  [569, 'emitida'],
  [570, 'identidad_no_disponible'],
  [599, 'identidad_no_disponible'],
  [600, 'tiempo_agotado'],
])(
  'an answer that takes %d seconds ends in %s: one that comes after the sources have closed is none',
  async (takes, end) => {
    expect((await resolved({}, { takes })).became).toEqual([['ended', end]])
  },
)

it('whoever lost its claim does not tell of the end', async () => {
  expect(await resolved({})).toMatchObject({
    became: [['ended', 'emitida']],
    log: expect.arrayContaining(['verification ended']),
  })
  const { became, log } = await resolved({}, { lost: true })
  expect(became).toEqual([['ended', 'emitida']])
  expect(log).not.toContain('verification ended')
})

it.each([
  ['is left to another replica', { subject: null }, [['put back', '2026-03-02T16:00:02.000Z']]],
  [
    'and of which five workers died is given up all the same',
    { subject: null, crashes: 5 },
    [['ended', 'fallas_repetidas']],
  ],
])('a verification that cannot be read here %s', async (_, changes, became) => {
  expect(await resolved({}, { changes })).toMatchObject({ asked: [], became })
})
