import { type DateTime, Duration, Effect, Layer } from 'effect'
import type { ListFindings } from '#domain/Findings.ts'
import { fiscalSituations, internationalKinds, kindOf, type ListName } from '#domain/ListEntry.ts'
import { ageOf, type ListVersion } from '#domain/ListVersion.ts'
import type { ScreenedPerson } from '#domain/Screening.ts'
import { type Candidate, Lists } from '#ports/Lists.ts'
import { Screening, type ScreeningOutcome, type UnfitList } from '#ports/Screening.ts'
import { keyRevision, keysOf } from './Keys.ts'
import { explained, matching } from './Matching.ts'

export interface ScreeningSettings {
  /** Lists without which nobody can be screened. */
  readonly required: ReadonlyArray<ListName>
  /** How long after its cut-off one of them can still be used. */
  readonly maxAge: Duration.Duration
}

/** What is wrong with the lists that must be there, and with any that is keyed by other rules. */
export const unfitLists = (
  versions: ReadonlyArray<ListVersion>,
  { required, maxAge }: ScreeningSettings,
  now: DateTime.Utc,
): ReadonlyArray<UnfitList> => {
  const otherwiseKeyed = versions.filter((version) => version.keyRevision !== keyRevision)
  const judged = required.flatMap((list): ReadonlyArray<UnfitList> => {
    const version = versions.find((one) => one.list === list)
    if (version === undefined) return [{ list, because: 'falta' }]
    return Duration.isGreaterThan(ageOf(version, now), maxAge) ? [{ list, because: 'vencida' }] : []
  })
  return [...judged, ...otherwiseKeyed.map(({ list }) => ({ list, because: 'otras_claves' }) as const)]
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
        versions: ReadonlyArray<ListVersion>,
        now: DateTime.Utc,
        matches: () => ReadonlyArray<Candidate>,
      ): ScreeningOutcome => {
        const lists = unfitLists(versions, settings, now)
        return lists.length > 0
          ? { _tag: 'no_disponible', lists }
          : { _tag: 'consultada', findings: findingsOf(matches()) }
      }

      return Screening.of({
        screen: (person: ScreenedPerson, now: DateTime.Utc) =>
          Effect.map(find(keysOf(person)), ({ versions, candidates }) =>
            outcomeOf(versions, now, () => matching(person, candidates)),
          ),
        explain: (person: ScreenedPerson, now: DateTime.Utc) =>
          Effect.map(find(keysOf(person)), ({ versions, candidates }) => {
            const judgements = explained(person, candidates)
            const matches = judgements.filter(({ isMatch }) => isMatch)
            return {
              outcome: outcomeOf(versions, now, () => matches),
              judgements: [...matches, ...judgements.filter(({ isMatch }) => !isMatch)],
            }
          }),
      })
    }),
  )
