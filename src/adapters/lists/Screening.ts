import { type DateTime, Duration, Effect, Layer } from 'effect'
import type { ListName } from '#domain/screening/ListEntry.ts'
import { ageOf, type ListVersion } from '#domain/screening/ListVersion.ts'
import type { Verdict } from '#domain/screening/Rules.ts'
import type { ScreenedPerson } from '#domain/screening/Screening.ts'
import { type Candidate, Lists } from '#ports/Lists.ts'
import { Screening, type ScreeningOutcome, type UnfitList } from '#ports/Screening.ts'
import { basisOf, findingsOf } from './Findings.ts'
import { keyRevision, keysOf } from './Keys.ts'
import { explained, hits } from './Matching.ts'
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

/** Screens people against the lists of the port Lists. */
export const layer = (settings: ScreeningSettings) =>
  Layer.effect(
    Screening,
    Effect.gen(function* () {
      const { find } = yield* Lists

      const outcomeOf = (
        person: ScreenedPerson,
        versions: ReadonlyArray<ListVersion>,
        now: DateTime.Utc,
        candidates: ReadonlyArray<Candidate>,
      ): ScreeningOutcome => {
        if (!isLegible(person.name)) return { _tag: 'nombre_ilegible' }
        const lists = unfitLists(versions, settings, now)
        if (lists.length > 0) return { _tag: 'no_disponible', lists }
        const found = hits(person, candidates)
        return { _tag: 'consultada', findings: findingsOf(found), basis: basisOf(versions, found) }
      }

      return Screening.of({
        screen: (person: ScreenedPerson, now: DateTime.Utc) =>
          Effect.map(find(keysOf(person)), ({ versions, candidates }) => outcomeOf(person, versions, now, candidates)),
        explain: (person: ScreenedPerson, now: DateTime.Utc) =>
          Effect.map(find(keysOf(person)), ({ versions, candidates }) => {
            const judgements = explained(person, candidates)
            const judgedAs = (verdict: Verdict | undefined) =>
              judgements.filter(({ judged }) => judged?.verdict === verdict)
            return {
              outcome: outcomeOf(person, versions, now, candidates),
              judgements: [...judgedAs('match'), ...judgedAs('possible'), ...judgedAs(undefined)],
            }
          }),
      })
    }),
  )
