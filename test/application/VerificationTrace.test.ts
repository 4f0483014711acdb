import { Effect, References, Tracer } from 'effect'
import { expect, it } from 'vitest'
import { traceOf, traceToKeep } from '#application/VerificationTrace.ts'
import { TraceSampling } from '#ports/TraceSampling.ts'

const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
const brought = { traceId, spanId, isSampled: true }

const traced = (id: string, kept: typeof brought | null, ratio: number) => {
  const {
    traceId: its,
    spanId: span,
    sampled,
  } = Effect.runSync(Effect.provideService(traceOf(id, kept), TraceSampling, ratio))
  return [its, span, sampled]
}

it('what is done for a verification belongs to the trace that was kept with it', () => {
  expect(traced('ver_1', brought, 0)).toEqual([traceId, spanId, true])
  expect(traced('ver_1', { ...brought, isSampled: false }, 1)).toEqual([traceId, spanId, false])
})

it('where none was kept, to one that follows from its id, of which a part is sampled', () => {
  const its = ['f1bdef4bc069724d4d8cfb18d00ef6b5', 'a069763cd2474302']
  expect(traced('ver_1', null, 1)).toEqual([...its, true])
  expect(traced('ver_1', null, 0)).toEqual([...its, false])
})

it.each([
  ['is traced', true, traceId, { traceId, spanId, isSampled: true }],
  [
    'has a short id of its trace',
    true,
    'a3ce929d0e0e4736',
    { traceId: '0000000000000000a3ce929d0e0e4736', spanId, isSampled: true },
  ],
  ['is not traced', false, traceId, { ...brought, isSampled: false }],
])('a request that %s keeps its trace', (_, isTraced, its, kept) => {
  const span = Tracer.externalSpan({ traceId: its, spanId, sampled: true })
  const current = { ...Tracer.externalSpan({ traceId: its, spanId }), ...span, _tag: 'Span' as const }
  const keeping = traceToKeep({ ...brought, isSampled: false }).pipe(
    Effect.provideService(Tracer.ParentSpan, Object.assign(Object.create(null), current)),
    Effect.provideService(References.TracerEnabled, isTraced),
  )
  expect(Effect.runSync(keeping)).toEqual(kept)
})

it('a request under no span keeps what its client brought', () => {
  expect(Effect.runSync(traceToKeep(brought))).toEqual(brought)
  expect(Effect.runSync(traceToKeep(null))).toBeNull()
})
