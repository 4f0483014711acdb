import { DateTime, Result } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '#domain/evidence/Findings.ts'
import { sourceNames } from '#domain/evidence/Source.ts'
import { recommend } from '#domain/recommendation/Engine.ts'
import {
  type Event,
  type InProgress,
  pendingConsultations,
  reduce,
  reduceAll,
  type State,
  timeout,
} from '#domain/verification/Verification.ts'
import { arbitraryEvidence, consulted, unavailable } from '#tools/service/arbitraryEvidence.ts'
import {
  after,
  answered,
  answersIn,
  arbitraryEvents,
  begun,
  start,
  verificationIn,
} from '#tools/service/verifications.ts'

const runs = { numRuns: 2_000 }

/** Every state on the way, the first included. */
const statesOf = (events: ReadonlyArray<Event>): ReadonlyArray<State> =>
  [begun, ...events].map((_, count) => reduceAll(begun, events.slice(0, count)))

const inProgress = (state: State): ReadonlyArray<InProgress> => (state._tag === 'en_proceso' ? [state] : [])

/** A sequence after which the verification is still under way. */
const unfinished = arbitraryEvents.filter((events) => reduceAll(begun, events)._tag === 'en_proceso')

describe('whatever happens to a verification, in whatever order', () => {
  it('keeps its end: emitida and no_concluyente absorb every event', () => {
    fc.assert(
      fc.property(arbitraryEvents, arbitraryEvents, (events, late) => {
        const state = reduceAll(begun, [...events, { _tag: 'SourcesClosed', at: after(570) }])
        expect(state._tag).not.toBe('en_proceso')
        expect(reduceAll(state, late)).toBe(state)
      }),
      runs,
    )
  })

  it('always has something to wait for while en_proceso, and never asks a source that answered', () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        for (const state of statesOf(events).flatMap(inProgress)) {
          const pending = pendingConsultations(state).map(({ source }) => source)
          expect(pending.length).toBeGreaterThan(0)
          expect(pending.filter((source) => state.evidence[source] !== null)).toEqual([])
          if (state.evidence.identidad === null) expect(pending).toEqual(['identidad'])
        }
      }),
      runs,
    )
  })

  it('keeps the first answer of a source and the instant at which the others were started', () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        const states = statesOf(events).flatMap(inProgress)
        states.slice(1).forEach((state, index) => {
          const before = states[index]
          for (const source of sourceNames) {
            if (before?.evidence[source]) expect(state.evidence[source]).toBe(before.evidence[source])
          }
          if (before?.othersOpenedAt) expect(state.othersOpenedAt).toBe(before.othersOpenedAt)
        })
      }),
      runs,
    )
  })

  it('does not notice an event that comes twice', () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        const twice = events.flatMap((event) => [event, event])
        expect(reduceAll(begun, twice)).toEqual(reduceAll(begun, events))
      }),
      runs,
    )
  })

  it('has a recommendation exactly when emitida, and a coverage that counts what was attempted when it ended', () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        const state = reduceAll(begun, events)
        expect('recommendation' in state).toBe(state._tag === 'emitida')
        if (state._tag === 'en_proceso') return
        const { consulted: count, attempted, detail } = state.coverage
        expect(count).toBe(detail.filter(({ status }) => status === 'consultada').length)
        expect(attempted).toBe(detail.length)
        expect([1, 3]).toContain(attempted)
        if (state._tag === 'emitida') expect([count >= 2, attempted]).toEqual([true, 3])
      }),
      runs,
    )
  })
})

describe('a verification under way', () => {
  it('ends with the budget, as no_concluyente, at that instant', () => {
    fc.assert(
      fc.property(unfinished, (events) => {
        const state = reduceAll(begun, [...events, { _tag: 'BudgetExhausted', at: after(600) }])
        expect(state).toMatchObject({ _tag: 'no_concluyente', reason: 'tiempo_agotado', resolvedAt: after(600) })
      }),
    )
  })

  it('is ended by time at any instant in the last thirty seconds or later, and not before', () => {
    fc.assert(
      fc.property(unfinished, fc.integer({ min: 0, max: 1_200_000 }), (events, millis) => {
        const state = reduceAll(begun, events)
        const now = DateTime.add(start, { milliseconds: millis })
        const event = timeout(verificationIn(state), now)
        expect(event !== null).toBe(millis >= 570_000)
        if (event !== null) expect(reduce(state, event)).toMatchObject({ resolvedAt: now })
        if (event !== null) expect(reduce(state, event)._tag).not.toBe('en_proceso')
      }),
    )
  })

  it('NOEX and FALL: ends with identidad alone attempted, whatever comes after', () => {
    const noIdentity = fc.constantFrom<NonNullable<Evidence['identidad']>>(
      unavailable,
      consulted({ _tag: 'no_existe' }),
    )
    fc.assert(
      fc.property(noIdentity, arbitraryEvents, (outcome, late) => {
        const state = reduceAll(begun, [answered({ source: 'identidad', outcome }, after(1)), ...late])
        expect(state).toMatchObject({
          _tag: 'no_concluyente',
          reason: outcome._tag === 'no_disponible' ? 'identidad_no_disponible' : 'curp_inexistente',
          coverage: { attempted: 1, detail: [{ source: 'identidad', status: outcome._tag }] },
          resolvedAt: after(1),
        })
      }),
    )
  })
})

describe('given the answers of all sources', () => {
  it('ends as the engine says, whichever of listas and judicial comes first', () => {
    const complete = arbitraryEvidence.filter((evidence) => answersIn(evidence).length === 3)
    fc.assert(
      fc.property(complete, (evidence) => {
        const events = answersIn(evidence).map((answer, index) => answered(answer, after(index)))
        const [first, ...others] = events
        const ends = [events, [...(first ? [first] : []), ...others.toReversed()]].map((order) => {
          const state = reduceAll(begun, order)
          return state._tag === 'emitida' ? state.recommendation : state._tag === 'no_concluyente' && state.reason
        })
        const expected = Result.merge(recommend(evidence))
        expect(ends).toEqual([expected, expected])
      }),
      runs,
    )
  })
})
