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
  /** A part of the name has no letter that can be searched for, so the person was not screened. */
  | { readonly _tag: 'nombre_ilegible' }

/** How an entry was judged; for operators only. */
export interface Judgement {
  readonly list: ListName
  readonly entry: ListEntry
  /** Null if the entry is about another person. */
  readonly judged: Judged | null
  readonly birth: Birth
  readonly disqualifications: ReadonlyArray<Disqualification>
  /** The name of the entry that is closest to the person's name. */
  readonly closestName: string
  /** Null if `closestName` is a different name. */
  readonly agreement: NameEvidence | null
  /** How similar the names sound in the closest reading, from 0 to 1. */
  readonly similarity: { readonly surnames: number; readonly givenNames: number }
}

/** Screens one person against the lists. */
export class Screening extends Context.Service<
  Screening,
  {
    /** The kinds of the matches; `no_disponible` if a required list is missing or too old. */
    readonly screen: (person: ScreenedPerson, now: DateTime.Utc) => Effect.Effect<ScreeningOutcome, StorageUnavailable>
    /**
     * The outcome, and every entry that was compared: matches first, then possible matches. `isCleared` if it was left
     * out of the outcome, because it is recorded as being about another person (contract 3.15).
     */
    readonly explain: (
      person: ScreenedPerson,
      now: DateTime.Utc,
    ) => Effect.Effect<
      {
        readonly outcome: ScreeningOutcome
        readonly judgements: ReadonlyArray<Judgement & { readonly isCleared: boolean }>
      },
      StorageUnavailable
    >
  }
>()('cotejo/ports/Screening') {}
