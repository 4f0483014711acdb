import { type DateTime, Duration } from 'effect'
import type { ListName } from './ListEntry.ts'
import { ageOf, type ListVersion } from './ListVersion.ts'

/**
 * A list that cannot be used for screening: never imported, too old, or with keys made by another revision of the
 * rules.
 */
export interface UnfitList {
  readonly list: ListName
  readonly because: 'falta' | 'vencida' | 'otras_claves'
}

export interface Requirements {
  readonly required: ReadonlyArray<ListName>
  /** The maximum age of a list, whether it is required or not. */
  readonly maxAge: (list: ListName) => Duration.Duration
  /** The revision of the rules by which keys must have been made. */
  readonly keyRevision: number
}

export const isExpired = (
  version: Pick<ListVersion, 'list' | 'cutOff' | 'confirmedAt'>,
  { maxAge }: Pick<Requirements, 'maxAge'>,
  now: DateTime.Utc,
): boolean => Duration.isGreaterThan(ageOf(version, now), maxAge(version.list))

/** Required lists that are missing, and imported lists that are too old or have keys of another revision. */
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
