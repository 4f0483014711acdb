import { Effect, Layer } from 'effect'
import { clearingLawsuits } from '#adapters/sources/real/ClearedLawsuits.ts'
import type { ListFindings, ListKind } from '#domain/evidence/Findings.ts'
import type { Clearable } from '#domain/screening/Clearance.ts'
import { listKinds } from '#domain/screening/ListEntry.ts'
import { Clearances } from '#ports/Clearances.ts'
import { type Consultation, type Reply, Sources } from '#ports/Sources.ts'
import { listedAs } from './ListedAs.ts'

/** What is cleared with a kind of list: the entry that stands for it. */
export const clearableOf = (kind: ListKind): Clearable => ({ source: 'listas', ...listedAs[kind] })

const kindsIn = ({ internacionales, fiscal, posibles = [] }: ListFindings): ReadonlyArray<ListKind> =>
  listKinds.filter((kind) => [...internacionales, ...posibles, ...(fiscal.length > 0 ? ['fiscal'] : [])].includes(kind))

const without = (findings: ListFindings, cleared: ReadonlyArray<ListKind>): ListFindings => ({
  ...findings,
  internacionales: findings.internacionales.filter((kind) => !cleared.includes(kind)),
  fiscal: cleared.includes('fiscal') ? [] : findings.fiscal,
  ...(findings.posibles && { posibles: findings.posibles.filter((kind) => !cleared.includes(kind)) }),
})

/** The sources, whose findings of a scenario or script can be cleared like those of production (contract 3.15). */
export const clearedSources = Layer.effect(
  Sources,
  Effect.gen(function* () {
    const { consult } = yield* Sources
    const clearances = yield* Clearances
    const clearLawsuits = clearingLawsuits(clearances)

    const clearLists = Effect.fnUntraced(function* ({ subject }: Consultation, reply: Reply) {
      // What has a basis was found in lists, and the search left out what is cleared.
      if (reply._tag === 'NotYet' || reply.answer.source !== 'listas') return reply
      const { source, outcome } = reply.answer
      if (outcome._tag === 'no_disponible' || outcome.basis !== undefined) return reply
      const kinds = kindsIn(outcome.findings)
      const areCleared = yield* Effect.orDie(clearances.areRecorded(subject.curp, kinds.map(clearableOf)))
      const cleared = kinds.filter((_, place) => areCleared[place])
      const findings = without(outcome.findings, cleared)
      return { ...reply, answer: { source, outcome: { ...outcome, findings } } } satisfies Reply
    })

    return Sources.of({
      consult: Effect.fnUntraced(function* (consultation: Consultation) {
        const reply = yield* consult(consultation)
        return yield* clearLawsuits(consultation, yield* clearLists(consultation, reply))
      }),
    })
  }),
)
