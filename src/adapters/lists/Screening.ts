import { DateTime, Effect, Layer } from 'effect'
import type { ListBasis, ListFindings } from '#domain/evidence/Findings.ts'
import { listBasisEntries } from '#domain/Limits.ts'
import { type Requirements, unfitLists } from '#domain/screening/Freshness.ts'
import {
  type FiscalSituation,
  fiscalSituations,
  internationalKinds,
  kindOf,
  listKinds,
} from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import type { Verdict } from '#domain/screening/Rules.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { type Candidate, Lists } from '#ports/Lists.ts'
import { Screening, type ScreeningOutcome } from '#ports/Screening.ts'
import { type PhoneticFullName, phoneticFullName } from './Agreement.ts'
import { keyRevision, keysOf } from './Keys.ts'
import { explained, type Hit, hits } from './Matching.ts'
import { isLegible } from './NameTokens.ts'
import { readingOnce } from './PhoneticKey.ts'

/** Derives the findings about a person from matching and possible entries, and the basis of the findings. */

const judgedAs = (hits: ReadonlyArray<Hit>, verdict: Hit['judged']['verdict']): ReadonlyArray<Hit> =>
  hits.filter(({ judged }) => judged.verdict === verdict)

/** Other situations mean that the tax authority cleared the taxpayer. */
const counts = (situation: FiscalSituation | null): boolean => situation === 'presunto' || situation === 'definitivo'

/** In the order of the vocabulary, so that the same matches always give the same findings. */
const findingsOf = (hits: ReadonlyArray<Hit>, versions: ReadonlyArray<ListVersion>): ListFindings => {
  const matches = judgedAs(hits, 'match').map(({ candidate }) => candidate)
  const kinds = new Set(matches.map(({ list }) => kindOf[list]))
  const situations = new Set(matches.map(({ entry }) => entry.situation))
  const possible = new Set(
    judgedAs(hits, 'possible')
      .filter(({ candidate: { entry } }) => entry.situation === null || counts(entry.situation))
      .map(({ candidate }) => kindOf[candidate.list]),
  )
  const searched = new Set(versions.map(({ list }) => kindOf[list]))
  const isTaxListed = [...situations].some(counts)
  return {
    internacionales: internationalKinds.filter((kind) => kinds.has(kind)),
    fiscal: fiscalSituations.filter((situation) => situations.has(situation)),
    posibles: [
      ...internationalKinds.filter((kind) => possible.has(kind) && !kinds.has(kind)),
      ...(possible.has('fiscal') && !isTaxListed ? (['fiscal'] as const) : []),
    ],
    consultadas: listKinds.filter((kind) => searched.has(kind)),
  }
}

/** The lists that were searched, and how entries were judged, matches first. Equal judgements appear once. */
export const basisOf = (versions: ReadonlyArray<ListVersion>, hits: ReadonlyArray<Hit>): ListBasis => {
  const judged = [...judgedAs(hits, 'match'), ...judgedAs(hits, 'possible')].map(
    ({ candidate, birth, judged: { rule, verdict }, agreement: name }) => ({
      list: candidate.list,
      verdict,
      rule,
      birth,
      name,
    }),
  )
  return {
    versions: versions.map(({ list, cutOff, importedAt }) => ({
      list,
      cutOff,
      importedAt: DateTime.formatIso(importedAt),
    })),
    judged: [...new Map(judged.map((one) => [JSON.stringify(one), one])).values()].slice(0, listBasisEntries),
  }
}

export type ScreeningSettings = Omit<Requirements, 'keyRevision'>

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
        registered: PhoneticFullName,
      ): ScreeningOutcome => {
        if (!isLegible(person.name)) return { _tag: 'nombre_ilegible' }
        const lists = unfitLists(versions, { ...settings, keyRevision }, now)
        if (lists.length > 0) return { _tag: 'no_disponible', lists }
        const found = hits(person, candidates, registered)
        return { _tag: 'consultada', findings: findingsOf(found, versions), basis: basisOf(versions, found) }
      }

      return Screening.of({
        screen: (person: ScreenedPerson, now: DateTime.Utc) => {
          const { registered, keys } = readingOnce(() => {
            const registered = phoneticFullName(person)
            return { registered, keys: keysOf(person, registered) }
          })
          return Effect.map(find(keys), ({ versions, candidates }) =>
            outcomeOf(person, versions, now, candidates, registered),
          )
        },
        explain: (person: ScreenedPerson, now: DateTime.Utc) =>
          Effect.map(find(keysOf(person)), ({ versions, candidates }) => {
            const judgements = explained(person, candidates)
            const judgedAs = (verdict: Verdict | undefined) =>
              judgements.filter(({ judged }) => judged?.verdict === verdict)
            return {
              outcome: outcomeOf(person, versions, now, candidates, phoneticFullName(person)),
              judgements: [...judgedAs('match'), ...judgedAs('possible'), ...judgedAs(undefined)],
            }
          }),
      })
    }),
  )
