import { type DateTime, Duration } from 'effect'
import type { ListName } from './ListEntry.ts'
import { ageOf, type ListVersion } from './ListVersion.ts'

/** A list that people cannot be screened against: never imported, too old, or keyed by other rules than this program's. */
export interface UnfitList {
  readonly list: ListName
  readonly because: 'falta' | 'vencida' | 'otras_claves'
}

/** What lists must be for people to be screened against them. */
export interface Requirements {
  /** Lists without which nobody can be screened. */
  readonly required: ReadonlyArray<ListName>
  /** How old a list can be and still be used, whether it must be there or not. */
  readonly maxAge: (list: ListName) => Duration.Duration
  /** Of the rules by which entries must be keyed. */
  readonly keyRevision: number
}

export const isExpired = (
  version: Pick<ListVersion, 'list' | 'cutOff' | 'confirmedAt'>,
  { maxAge }: Pick<Requirements, 'maxAge'>,
  now: DateTime.Utc,
): boolean => Duration.isGreaterThan(ageOf(version, now), maxAge(version.list))

/** Lists that must be there and are not, and those that are there too old or keyed by other rules. */
export const unfitLists = (
  versions: ReadonlyArray<ListVersion>,
  requirements: Requirements,
  now: DateTime.Utc,
): ReadonlyArray<UnfitList> => {
  const otherwiseKeyed = versions.filter(({ keyRevision }) => keyRevision !== requirements.keyRevision)
  const missing = requirements.required.filter((list) => versions.every((version) => version.list !== list))
  const tooOld = versions.filter((version) => isExpired(version, requirements, now))
  return [
    ...missing.map((list) => ({ list, because: 'falta' }) as const),
    ...tooOld.map(({ list }) => ({ list, because: 'vencida' }) as const),
    ...otherwiseKeyed.map(({ list }) => ({ list, because: 'otras_claves' }) as const),
  ]
}
