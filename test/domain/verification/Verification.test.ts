import { DateTime } from 'effect'
import { describe, expect, it } from 'vitest'
import type { ListBasis } from '#domain/evidence/Findings.ts'
import {
  begin,
  type Event,
  type Inconclusive,
  pendingConsultations,
  reduceAll,
  type SourceAnswer,
  type State,
  sourcesCloseAt,
  timeout,
  withhold,
} from '#domain/verification/Verification.ts'
import { allInOrder, noMatches, unavailable } from '#tools/service/arbitraryEvidence.ts'
import { after, answered, begun, start, verificationIn } from '#tools/service/verifications.ts'

const identity: SourceAnswer = { source: 'identidad', outcome: allInOrder.identidad }
const lists: SourceAnswer = { source: 'listas', outcome: allInOrder.listas }
const judicial: SourceAnswer = { source: 'judicial', outcome: allInOrder.judicial }

/** Each event ten seconds after the one before. */
const when = (...events: ReadonlyArray<SourceAnswer | Exclude<Event['_tag'], 'SourceAnswered'>>): State =>
  reduceAll(
    begun,
    events.map((event, index) => {
      const at = after(10 * (index + 1))
      return typeof event === 'string' ? { _tag: event, at } : answered(event, at)
    }),
  )

const pending = (state: State) => (state._tag === 'en_proceso' ? pendingConsultations(state) : null)

const expectInconclusive = (
  state: State,
  reason: Inconclusive['reason'],
  consultedOfAttempted: readonly [number, number],
) => {
  expect(state).toMatchObject({ _tag: 'no_concluyente', reason })
  expect(state).not.toHaveProperty('recommendation')
  if (state._tag === 'no_concluyente') {
    expect([state.coverage.consulted, state.coverage.attempted]).toEqual(consultedOfAttempted)
  }
}

describe('given a verification just accepted', () => {
  it('is en_proceso, with identidad alone being consulted', () => {
    expect(begin(start)).toEqual({
      _tag: 'en_proceso',
      identityOpenedAt: start,
      othersOpenedAt: null,
      registeredName: null,
      evidence: { identidad: null, listas: null, judicial: null },
    })
    expect(pending(begun)).toEqual([{ source: 'identidad', startedAt: start }])
  })

  it('when identidad answers, opens listas and judicial side by side and stays en_proceso', () => {
    const state = when(identity)
    expect(pending(state)).toEqual([
      { source: 'listas', startedAt: after(10) },
      { source: 'judicial', startedAt: after(10) },
    ])
  })

  it('keeps the registered name that identidad gives until it ends, and not beyond', () => {
    const registeredName = { nombres: 'Eulalia', primerApellido: 'Zúñiga', segundoApellido: null }
    const state = when({ ...identity, registeredName })
    expect(state).toMatchObject({ registeredName })
    const ended = when({ ...identity, registeredName }, lists, judicial)
    expect(ended._tag).toBe('emitida')
    expect(JSON.stringify(ended)).not.toContain('Eulalia')
  })

  it('when an answer comes that was not asked for, changes nothing', () => {
    expect(when(lists, judicial)).toEqual(begun)
  })
})

describe('given that identidad answered', () => {
  it.each([
    ['listas', lists, 'judicial'],
    ['judicial', judicial, 'listas'],
  ] as const)('when %s answers, waits for the other alone', (_, answer, other) => {
    const state = when(identity, answer)
    expect(pending(state)).toEqual([{ source: other, startedAt: after(10) }])
  })

  it('when both others answer, keeps what the lists say that their findings came from, where they say so', () => {
    const basis: ListBasis = { versions: [{ list: 'onu', cutOff: '2026-01-31', importedAt: '2026-02-01' }], judged: [] }
    const outcome = { _tag: 'consultada', findings: noMatches, basis } as const
    expect(when(identity, judicial, { source: 'listas', outcome })).toMatchObject({ listBasis: basis })
    expect(when(identity, judicial, lists)).toMatchObject({ listBasis: null })
  })

  it('when one of the others is no_disponible, is emitida with partial coverage', () => {
    const state = when(identity, lists, { source: 'judicial', outcome: unavailable })
    expect(state).toMatchObject({
      _tag: 'emitida',
      recommendation: { action: 'continuar_con_reservas', level: 'medio' },
      coverage: { consulted: 2, attempted: 3 },
    })
  })
})

describe('when the sources close', () => {
  it('with identidad alone, is no_concluyente', () => {
    expectInconclusive(when(identity, 'SourcesClosed'), 'fuentes_insuficientes', [1, 3])
  })
})

describe.each([
  ['BudgetExhausted', 'tiempo_agotado'],
  ['WorkAbandoned', 'fallas_repetidas'],
] as const)('when %s', (event, reason) => {
  it(`is no_concluyente because of ${reason}, whatever was consulted`, () => {
    expectInconclusive(when(event), reason, [0, 1])
    expectInconclusive(when(identity, event), reason, [1, 3])
    expectInconclusive(when(identity, lists, event), reason, [2, 3])
  })
})

describe('given an emitida whose rendered form fails the output control', () => {
  it('is no_concluyente because of respuesta_retenida, with the sources that were consulted', () => {
    const state = when(identity, lists, judicial)
    if (state._tag !== 'emitida') throw new Error('an emitida was expected')
    expectInconclusive(withhold(state), 'respuesta_retenida', [3, 3])
  })
})

describe('the time budget', () => {
  const verification = verificationIn(begun)

  it('closes the sources thirty seconds before it ends', () => {
    expect(sourcesCloseAt(verification)).toEqual(after(570))
  })

  it.each([
    [0, null],
    [569.999, null],
    [570, 'SourcesClosed'],
    [599.999, 'SourcesClosed'],
    [600, 'BudgetExhausted'],
    [86_400, 'BudgetExhausted'],
  ] as const)('after %d seconds means %s', (seconds, tag) => {
    const now = DateTime.add(start, { milliseconds: seconds * 1_000 })
    expect(timeout(verification, now)).toEqual(tag === null ? null : { _tag: tag, at: now })
  })
})
