import { Effect, Layer, Logger, Option } from 'effect'
import { expect, it } from 'vitest'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import { ResolveVerification } from '#application/ResolveVerification.ts'
import { begin } from '#domain/verification/Verification.ts'
import { type Claim, type Ending, Resolutions } from '#ports/Resolutions.ts'
import { Sources } from '#ports/Sources.ts'
import { serviceContext } from '#test/support/resolving.ts'
import { allInOrder } from '#tools/service/arbitraryEvidence.ts'
import { testTime } from '#tools/service/testTime.ts'
import { after, answersIn, start, verificationIn } from '#tools/service/verifications.ts'

const subject = { curp: 'LIMP900101HDFRRS03', nombre: null, apellidoPaterno: null, apellidoMaterno: null }

const waiting: Sources['Service']['consult'] = () => Effect.succeed({ _tag: 'NotYet', readyAt: after(3) })

/** What becomes of a claim. */
const resolved = async (changes: Partial<Omit<Claim, 'verification'>>, consult = waiting, requestId = 'sol-1') => {
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
  const verification = { ...verificationIn(begin(start), { requestId }), state: begin(start) }
  const claim: Claim = { verification, subject, trace: null, crashes: 0, epoch: 1, ...changes }
  await ResolveVerification.use(({ resolve }) => resolve(claim)).pipe(
    Effect.provide(ResolveVerification.layer),
    Effect.provide([
      resolutions,
      Layer.succeed(Sources, { consult }),
      serviceContext,
      Identifiers.layer(),
      testTime().layer,
      Logger.layer([]),
    ]),
    Effect.runPromise,
  )
  return { parked, endings, ends: endings.map(reasonOf) }
}
const reasonOf = ({ state }: Ending) => (state._tag === 'no_concluyente' ? state.reason : state._tag)

it('a verification is given up after five workers died of it, and not after four', async () => {
  expect(await resolved({ crashes: 4 })).toMatchObject({ parked: 1, ends: [] })
  expect(await resolved({ crashes: 5 })).toMatchObject({ parked: 0, ends: ['fallas_repetidas'] })
})

const inOrder: Sources['Service']['consult'] = ({ source }) => {
  const [answer] = answersIn(allInOrder).filter((one) => one.source === source)
  return answer === undefined ? Effect.die('it is not asked') : Effect.succeed({ _tag: 'Answered', answer })
}

it('an end is rendered once, with the id of its event', async () => {
  const { endings } = await resolved({}, inOrder)
  const [ending] = endings
  expect(ending).toMatchObject({ state: { _tag: 'emitida' }, eventId: expect.stringMatching(/^evt_/) })
  expect(JSON.parse(new TextDecoder().decode(ending?.document ?? undefined))).toMatchObject({
    ...{ solicitud_id: 'sol-1', estado: 'emitida', cobro: { estatus: 'cargada' } },
    ...{ resuelto_en: '2026-03-02T16:00:00.000Z', vigencia_hasta: '2026-04-01T16:00:00.000Z' },
  })
})

it('an end that does not pass the output control is withheld, shown to nobody and told to nobody', async () => {
  const { endings } = await resolved({}, inOrder, 'folio-LIMP900101HDFRRS03')
  expect(endings).toMatchObject([{ state: { reason: 'respuesta_retenida' }, document: null }])
  const { endings: exhausted } = await resolved({ crashes: 5 }, waiting, 'folio-LIMP900101HDFRRS03')
  expect(exhausted).toMatchObject([{ state: { reason: 'fallas_repetidas' }, document: null }])
})
