import { Effect, Layer, Logger, Option } from 'effect'
import { expect, it } from 'vitest'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import { ResolveVerification } from '#application/ResolveVerification.ts'
import { begin } from '#domain/verification/Verification.ts'
import { type Claim, type Ending, Resolutions } from '#ports/Resolutions.ts'
import { Sources } from '#ports/Sources.ts'
import { setting } from '#test/support/resolving.ts'
import { testTime } from '#test/support/testTime.ts'
import { after, start, verificationIn } from '#test/support/verifications.ts'

const sources = Layer.succeed(Sources, { consult: () => Effect.succeed({ _tag: 'NotYet', readyAt: after(3) }) })
const subject = { curp: 'LIMP900101HDFRRS03', nombre: null, apellidoPaterno: null, apellidoMaterno: null }

/** What becomes of a claim that this many workers held when they died. */
const resolved = async (crashes: number) => {
  const endings: Array<Ending> = []
  let parked = 0
  const resolutions = Layer.succeed(Resolutions, {
    claim: () => Effect.succeed([]),
    park: () => Effect.sync(() => ++parked > 0),
    putBack: () => Effect.succeed(true),
    conclude: (_, ending) => Effect.sync(() => endings.push(ending) > 0),
    releaseAllExcept: () => Effect.void,
    nextDueAt: Effect.succeed(Option.none()),
    awaitWork: Effect.never,
  })
  const verification = { ...verificationIn(begin(start)), state: begin(start) }
  const claim: Claim = { verification, subject, crashes, epoch: 1 }
  await ResolveVerification.use(({ resolve }) => resolve(claim)).pipe(
    Effect.provide(ResolveVerification.layer),
    Effect.provide([resolutions, sources, setting, Identifiers.layer(), testTime().layer, Logger.layer([])]),
    Effect.runPromise,
  )
  return { parked, ends: endings.map(({ state }) => (state._tag === 'no_concluyente' ? state.reason : state._tag)) }
}

it('a verification is given up after five workers died of it, and not after four', async () => {
  expect(await resolved(4)).toEqual({ parked: 1, ends: [] })
  expect(await resolved(5)).toEqual({ parked: 0, ends: ['fallas_repetidas'] })
})
