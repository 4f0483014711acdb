import { type DateTime, Duration, Effect, Layer } from 'effect'
import type { ListFindings } from '#domain/evidence/Findings.ts'
import { fiscalSituations, internationalKinds, kindOf, type ListName } from '#domain/screening/ListEntry.ts'
import { ageOf, type ListVersion } from '#domain/screening/ListVersion.ts'
import type { ScreenedPerson } from '#domain/screening/Screening.ts'
import { type Candidate, Lists } from '#ports/Lists.ts'
import { Screening, type ScreeningOutcome, type UnfitList } from '#ports/Screening.ts'
import { keyRevision, keysOf } from './Keys.ts'
import { explained, matching } from './Matching.ts'
import { isLegible } from './Words.ts'

export interface ScreeningSettings {
  /** Lists without which nobody can be screened. */
  readonly required: ReadonlyArray<ListName>
  /** How long after its cut-off a list can still be used, whether it must be there or not. */
  readonly maxAge: Duration.Duration
}

/** Lists that must be there and are not, and those that are there too old or keyed by other rules. */
export const unfitLists = (
  versions: ReadonlyArray<ListVersion>,
  { required, maxAge }: ScreeningSettings,
  now: DateTime.Utc,
): ReadonlyArray<UnfitList> => {
  const otherwiseKeyed = versions.filter((version) => version.keyRevision !== keyRevision)
  const missing = required.filter((list) => versions.every((version) => version.list !== list))
  const tooOld = versions.filter((version) => Duration.isGreaterThan(ageOf(version, now), maxAge))
  return [
    ...missing.map((list) => ({ list, because: 'falta' }) as const),
    ...tooOld.map(({ list }) => ({ list, because: 'vencida' }) as const),
    ...otherwiseKeyed.map(({ list }) => ({ list, because: 'otras_claves' }) as const),
  ]
}

/** In the order of the vocabulary, so that the same matches always give the same findings. */
const findingsOf = (matches: ReadonlyArray<Candidate>): ListFindings => {
  const kinds = new Set(matches.map(({ list }) => kindOf[list]))
  const situations = new Set(matches.map(({ entry }) => entry.situation))
  return {
    internacionales: internationalKinds.filter((kind) => kinds.has(kind)),
    fiscal: fiscalSituations.filter((situation) => situations.has(situation)),
  }
}

/** Screens people against the lists of the port Lists. */
export const layer = (settings: ScreeningSettings) =>
  Layer.effect(
    Screening,
    Effect.gen(function* () {
      const { find } = yield* Lists

      const outcomeOf = (
        { name }: ScreenedPerson,
        versions: ReadonlyArray<ListVersion>,
        now: DateTime.Utc,
        matches: () => ReadonlyArray<Candidate>,
      ): ScreeningOutcome => {
        if (!isLegible(name)) return { _tag: 'nombre_ilegible' }
        const lists = unfitLists(versions, settings, now)
        return lists.length > 0
          ? { _tag: 'no_disponible', lists }
          : { _tag: 'consultada', findings: findingsOf(matches()) }
      }

      return Screening.of({
        screen: (person: ScreenedPerson, now: DateTime.Utc) =>
          Effect.map(find(keysOf(person)), ({ versions, candidates }) =>
            outcomeOf(person, versions, now, () => matching(person, candidates)),
          ),
        explain: (person: ScreenedPerson, now: DateTime.Utc) =>
          Effect.map(find(keysOf(person)), ({ versions, candidates }) => {
            const judgements = explained(person, candidates)
            const matches = judgements.filter(({ judged }) => judged?.verdict === 'match')
            const possible = judgements.filter(({ judged }) => judged?.verdict === 'possible')
            return {
              outcome: outcomeOf(person, versions, now, () => matches),
              judgements: [...matches, ...possible, ...judgements.filter(({ judged }) => judged === null)],
            }
          }),
      })
    }),
  )
