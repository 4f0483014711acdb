import { Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import { askSource } from '#application/ResolveVerification.ts'
import { type Noted, SourceJournal } from '#ports/SourceJournal.ts'
import { type Consultation, type Reply, Sources } from '#ports/Sources.ts'
import { testTime } from '#tools/service/testTime.ts'
import { after, start } from '#tools/service/verifications.ts'

const subject = { curp: 'LIMP900101HDFRRS03', nombre: null, apellidoPaterno: null, apellidoMaterno: null }
const times = { startedAt: start, now: after(5), closesAt: after(570) }
const consultation = { source: 'judicial', subject, registeredName: null, ...times } as const
const away = { source: 'judicial', outcome: { _tag: 'no_disponible' } } as const

it.each<[string, Reply]>([
  ['no_disponible', { _tag: 'Answered', answer: away }],
  ['tiempo_agotado', { _tag: 'Answered', answer: away, result: 'tiempo_agotado' }],
  ['pendiente', { _tag: 'NotYet', readyAt: after(9) }],
  ['sin_lugar', { _tag: 'NotYet', readyAt: after(9), result: 'sin_lugar' }],
])('that a source was asked is noted as %s, with whose verification it was', async (result, reply) => {
  const asked: Array<Consultation> = []
  const noted: Array<Noted> = []
  const time = testTime()
  time.pass(5)
  const sources = Layer.succeed(Sources, {
    consult: (one) =>
      Effect.sync(() => {
        asked.push(one)
        time.pass(20)
        return reply
      }),
  })
  const answered = Effect.flatMap(askSource, (ask) => ask('luna', 'ver_1', consultation)).pipe(
    Effect.provideService(SourceJournal, { note: (one) => Effect.sync(() => void noted.push(one)) }),
    Effect.provide([sources, time.layer]),
  )
  expect(await Effect.runPromise(answered)).toEqual(reply)
  expect(asked).toEqual([{ ...consultation, id: 'ver_1/judicial' }])
  expect(noted).toEqual([
    { accountId: 'luna', verificationId: 'ver_1', source: 'judicial', at: after(5), endedAt: after(25), result },
  ])
})
