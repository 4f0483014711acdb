import { type DateTime, Duration, Effect } from 'effect'
import { keyRevision } from '#adapters/lists/Keys.ts'
import { type Requirements, unfitLists } from '#domain/screening/Freshness.ts'
import { listNames } from '#domain/screening/ListEntry.ts'
import { ageOf, type ListVersion } from '#domain/screening/ListVersion.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { Time } from '#ports/Time.ts'
import { environment, listsMaxAge, listsRequired } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import { type Check, type Finding, fault, ok, warning } from './Check.ts'

/** Time before its expiry at which a list should be downloaded. */
const soon = Duration.days(1)

/** @param current the current version of each list that was ever imported */
export const listsFinding = (
  current: ReadonlyArray<ListVersion>,
  requirements: Requirements,
  now: DateTime.Utc,
): Finding => {
  const unfit = unfitLists(current, requirements, now)
  if (unfit.length > 0) {
    return fault(
      unfit.map(({ list, because }) => `${list} ${because}`).join(', '),
      'Run cotejo lists import. Until then recommendations are medio at best. Details: cotejo lists status',
    )
  }
  const ending = current.filter((version) =>
    Duration.isLessThan(Duration.subtract(requirements.maxAge(version.list), ageOf(version, now)), soon),
  )
  return ending.length > 0
    ? warning(
        `${ending.map(({ list }) => list).join(', ')} expire within a day`,
        'Run cotejo lists import with newer files.',
      )
    : ok(current.map((version) => `${version.list} of ${version.cutOff}`).join(', ') || 'none is required')
}

export const lists: Check<ListAdministration | Time> = {
  check: 'lists',
  look: Effect.gen(function* () {
    const settings = yield* load({ environment, maxAge: listsMaxAge, required: listsRequired })
    if (settings.environment === 'sandbox') return ok('simulated')
    const { maxAge, required } = settings
    const now = yield* (yield* Time).now
    const { history } = yield* ListAdministration
    const current = (yield* Effect.forEach(listNames, (list) => history(list))).flatMap(([version]) =>
      version === undefined ? [] : [version],
    )
    return listsFinding(current, { maxAge, required, keyRevision }, now)
  }),
}
