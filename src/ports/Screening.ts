import { Context, type DateTime, type Effect } from 'effect'
import type { ListBasis, ListFindings } from '#domain/evidence/Findings.ts'
import type { UnfitList } from '#domain/screening/Freshness.ts'
import type { ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import type { Judged, NameEvidence } from '#domain/screening/Rules.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import type { Birth, Disqualification } from '#domain/screening/Screening.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

export type ScreeningOutcome =
  | { readonly _tag: 'consultada'; readonly findings: ListFindings; readonly basis: ListBasis }
  | { readonly _tag: 'no_disponible'; readonly lists: ReadonlyArray<UnfitList> }
  /** A part of the name has no letter that the lists are searched by: nobody was cleared. */
  | { readonly _tag: 'nombre_ilegible' }

/** How an entry was judged, for the operator alone. */
export interface Judgement {
  readonly list: ListName
  readonly entry: ListEntry
  /** Null when it is about somebody else. */
  readonly judged: Judged | null
  readonly birth: Birth
  readonly disqualifications: ReadonlyArray<Disqualification>
  /** The one of the entry's names that comes closest. */
  readonly closestName: string
  /** Null when that one is another name. */
  readonly agreement: NameEvidence | null
  /** How alike they sound, from 0 to 1, in the reading that comes closest. */
  readonly similarity: { readonly surnames: number; readonly givenNames: number }
}

/** Screening of one person against the lists. */
export class Screening extends Context.Service<
  Screening,
  {
    /** Of what kinds the matches are; `no_disponible` when a list that must be there is missing or past its age. */
    readonly screen: (person: ScreenedPerson, now: DateTime.Utc) => Effect.Effect<ScreeningOutcome, StorageUnavailable>
    /** The same, and every entry that was looked at: matches first, then what is possible. */
    readonly explain: (
      person: ScreenedPerson,
      now: DateTime.Utc,
    ) => Effect.Effect<
      { readonly outcome: ScreeningOutcome; readonly judgements: ReadonlyArray<Judgement> },
      StorageUnavailable
    >
  }
>()('cotejo/ports/Screening') {}
