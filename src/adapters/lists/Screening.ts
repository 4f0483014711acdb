import { type DateTime, Effect, Layer } from 'effect'
import { type Requirements, unfitLists } from '#domain/screening/Freshness.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import type { Verdict } from '#domain/screening/Rules.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { type Candidate, Lists } from '#ports/Lists.ts'
import { Screening, type ScreeningOutcome } from '#ports/Screening.ts'
import { type PhoneticFullName, phoneticFullName } from './Agreement.ts'
import { basisOf, findingsOf } from './Findings.ts'
import { keyRevision, keysOf } from './Keys.ts'
import { explained, hits } from './Matching.ts'
import { isLegible } from './NameTokens.ts'
import { readingOnce } from './PhoneticKey.ts'

export type ScreeningSettings = Omit<Requirements, 'keyRevision'>

/** Screens people against the lists of the port `Lists`. */
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
        return { _tag: 'consultada', findings: findingsOf(found), basis: basisOf(versions, found) }
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
