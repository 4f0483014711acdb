import { DateTime, Effect, Layer } from 'effect'
import type { ListBasis, ListFindings } from '#domain/evidence/Findings.ts'
import { listBasisEntries } from '#domain/Limits.ts'
import { type Requirements, unfitLists } from '#domain/screening/Freshness.ts'
import { internationalKinds, kindOf, listKinds } from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import { byCurp, type Verdict } from '#domain/screening/Rules.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { Clearances } from '#ports/Clearances.ts'
import { Lists } from '#ports/Lists.ts'
import { Screening, type ScreeningOutcome } from '#ports/Screening.ts'
import { type PhoneticFullName, phoneticFullName } from './Agreement.ts'
import { keyRevision, keysOf } from './Keys.ts'
import { explained, type Hit, hits } from './Matching.ts'
import { isLegible } from './NameTokens.ts'
import { readingOnce } from './Pronunciations.ts'

/** Derives the findings about a person from matching and possible entries, and the basis of the findings. */

const judgedAs = (hits: ReadonlyArray<Hit>, verdict: Hit['judged']['verdict']): ReadonlyArray<Hit> =>
  hits.filter(({ judged }) => judged.verdict === verdict)

/**
 * Whether a hit has an effect. Of the tax authority's situations only `definitivo` has one: the taxpayer may still answer
 * a presumption, and the others clear the taxpayer.
 */
const hasEffect = ({ candidate: { entry } }: Hit): boolean =>
  entry.situation === null || entry.situation === 'definitivo'

/** In the order of the vocabulary, so that the same matches always give the same findings. */
const findingsOf = (hits: ReadonlyArray<Hit>, versions: ReadonlyArray<ListVersion>): ListFindings => {
  const kindsJudged = (verdict: Verdict) =>
    new Set(judgedAs(hits, verdict).map(({ candidate }) => kindOf[candidate.list]))
  const [matching, possible] = [kindsJudged('match'), kindsJudged('possible')]
  const searched = new Set(versions.map(({ list }) => kindOf[list]))
  return {
    internacionales: internationalKinds.filter((kind) => matching.has(kind)),
    fiscal: matching.has('fiscal') ? ['definitivo'] : [],
    posibles: listKinds.filter((kind) => possible.has(kind) && !matching.has(kind)),
    consultadas: listKinds.filter((kind) => searched.has(kind)),
  }
}

/**
 * The lists that were searched, and how entries were judged: matches first, entries that were left out last. Equal
 * judgements appear once.
 */
export const basisOf = (
  versions: ReadonlyArray<ListVersion>,
  hits: ReadonlyArray<Hit>,
  cleared: ReadonlyArray<Hit> = [],
): ListBasis => {
  const rowOf = ({ candidate: { list }, birth, judged: { rule, verdict }, agreement: name }: Hit) => {
    return { list, verdict: verdict as string, rule, birth, name }
  }
  const judged = [
    ...[...judgedAs(hits, 'match'), ...judgedAs(hits, 'possible')].map(rowOf),
    ...cleared.map((hit) => ({ ...rowOf(hit), verdict: 'cleared' })),
  ]
  return {
    versions: versions.map(({ list, cutOff, importedAt }) => ({
      list,
      cutOff,
      importedAt: DateTime.formatIso(importedAt),
    })),
    judged: [...new Map(judged.map((one) => [JSON.stringify(one), one])).values()].slice(0, listBasisEntries),
  }
}

type Found = Effect.Success<ReturnType<Lists['Service']['find']>>

const withoutFindings = (outcome: ScreeningOutcome) => ({ outcome, cleared: [] as ReadonlyArray<Hit> })

export type ScreeningSettings = Omit<Requirements, 'keyRevision'>

export const layer = (settings: ScreeningSettings) =>
  Layer.effect(
    Screening,
    Effect.gen(function* () {
      const { find } = yield* Lists
      const { areRecorded } = yield* Clearances

      /** Those that are recorded as being about another person. A CURP in the list says more than a record. */
      const clearedAmong = Effect.fnUntraced(function* ({ curp }: ScreenedPerson, found: ReadonlyArray<Hit>) {
        const clearable = found.filter(({ judged }) => judged !== byCurp)
        if (curp === null || clearable.length === 0) return []
        const areCleared = yield* areRecorded(
          curp,
          clearable.map(({ candidate: { list, entry } }) => ({ source: 'listas', list, entry: entry.id })),
        )
        return clearable.filter((_, place) => areCleared[place])
      })

      /** The outcome, and the entries that were left out. */
      const screened = Effect.fnUntraced(function* (
        person: ScreenedPerson,
        now: DateTime.Utc,
        { versions, candidates }: Found,
        registered: PhoneticFullName,
      ) {
        if (!isLegible(person.name)) return withoutFindings({ _tag: 'nombre_ilegible' })
        const lists = unfitLists(versions, { ...settings, keyRevision }, now)
        // Where no list is loaded, nothing was searched.
        if (lists.length > 0 || versions.length === 0) return withoutFindings({ _tag: 'no_disponible', lists })
        const found = hits(person, candidates, registered).filter(hasEffect)
        const cleared = yield* clearedAmong(person, found)
        const rest = found.filter((hit) => !cleared.includes(hit))
        const [findings, basis] = [findingsOf(rest, versions), basisOf(versions, rest, cleared)]
        return { outcome: { _tag: 'consultada', findings, basis } satisfies ScreeningOutcome, cleared }
      })

      return Screening.of({
        screen: (person: ScreenedPerson, now: DateTime.Utc) => {
          const { registered, keys } = readingOnce(() => {
            const registered = phoneticFullName(person)
            return { registered, keys: keysOf(person, registered) }
          })
          return find(keys).pipe(
            Effect.flatMap((found) => screened(person, now, found, registered)),
            Effect.map(({ outcome }) => outcome),
          )
        },
        explain: Effect.fnUntraced(function* (person: ScreenedPerson, now: DateTime.Utc) {
          const found = yield* find(keysOf(person))
          const { outcome, cleared } = yield* screened(person, now, found, phoneticFullName(person))
          const judgements = explained(person, found.candidates).map((one) => ({
            ...one,
            isCleared: cleared.some(({ candidate }) => candidate.entry === one.entry),
          }))
          const judgedAs = (verdict: Verdict | undefined) =>
            judgements.filter(({ judged }) => judged?.verdict === verdict)
          return { outcome, judgements: [...judgedAs('match'), ...judgedAs('possible'), ...judgedAs(undefined)] }
        }),
      })
    }),
  )
