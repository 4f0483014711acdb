import { DateTime } from 'effect'
import fc from 'fast-check'
import type { Evidence } from '#domain/evidence/Findings.ts'
import {
  begin,
  type Event,
  type SourceAnswer,
  type State,
  type Verification,
} from '#domain/verification/Verification.ts'
import { arbitraryEvidence } from './arbitraryEvidence.ts'

/** When the tests' verifications begin. */
export const start = DateTime.makeUnsafe('2026-03-02T16:00:00.000Z')

/** The instant this many seconds after `start`. */
export const after = (seconds: number): DateTime.Utc => DateTime.add(start, { seconds })

/** A verification of a prepaid account, in this state. */
export const verificationIn = (state: State, changes: Partial<Verification> = {}): Verification => ({
  id: 'ver_0000000000000000000001',
  accountId: 'inmobiliaria',
  requestId: 'sol-000001',
  consent: {
    id: 'con_0000000000000000000001',
    grantedAt: DateTime.subtract(start, { hours: 1 }),
  },
  terms: { mode: 'consumo', priceCentavos: 149_50, paymentIntentId: null },
  channel: 'api',
  createdAt: start,
  deadline: after(600),
  state,
  ...changes,
})

/** The answers for this evidence, `identidad` first. */
export const answersIn = ({ identidad, listas, judicial }: Evidence): ReadonlyArray<SourceAnswer> => [
  ...(identidad === null ? [] : [{ source: 'identidad', outcome: identidad } as const]),
  ...(listas === null ? [] : [{ source: 'listas', outcome: listas } as const]),
  ...(judicial === null ? [] : [{ source: 'judicial', outcome: judicial } as const]),
]

/** The event of this answer. */
export const answered = (answer: SourceAnswer, at: DateTime.Utc): Event => ({ _tag: 'SourceAnswered', at, ...answer })

const arbitraryInstant = fc.integer({ min: 0, max: 900 }).map(after)

const timeEvents = ['SourcesClosed', 'BudgetExhausted', 'WorkAbandoned'] as const

const arbitraryInterruption: fc.Arbitrary<Event> = fc.record({
  _tag: fc.constantFrom(...timeEvents),
  at: arbitraryInstant,
})

const arbitraryAnswers: fc.Arbitrary<ReadonlyArray<Event>> = fc
  .tuple(arbitraryEvidence, arbitraryInstant)
  .map(([evidence, at]) => answersIn(evidence).map((answer) => answered(answer, at)))

/** Answers of one to three rounds of all sources: missing, repeated, contradictory or out of order. */
const arbitraryAnswersInAnyOrder = fc
  .array(arbitraryAnswers, { minLength: 1, maxLength: 3 })
  .chain((rounds) => fc.oneof(fc.constant(rounds.flat()), fc.shuffledSubarray(rounds.flat())))

/** Any events of a verification, in any order. */
export const arbitraryEvents: fc.Arbitrary<ReadonlyArray<Event>> = fc
  .tuple(arbitraryAnswersInAnyOrder, fc.array(arbitraryInterruption, { maxLength: 2 }), fc.nat())
  .map(([answers, interruptions, at]) => answers.toSpliced(at % (answers.length + 1), 0, ...interruptions))

/** The initial state of every verification. */
export const begun = begin(start)
