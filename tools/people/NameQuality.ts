import { nameAgreement } from '#domain/evidence/NameAgreement.ts'
import type { NamePair } from './NamePairs.ts'

/** How often the comparison of names errs on labelled pairs. */

interface Share {
  readonly count: number
  readonly of: number
  readonly share: number
}

const shareOf = <A>(pairs: ReadonlyArray<A>, isCounted: (pair: A) => boolean): Share => {
  const count = pairs.filter(isCounted).length
  return { count, of: pairs.length, share: pairs.length === 0 ? 0 : count / pairs.length }
}

interface Judged extends NamePair {
  readonly outcome: NamePair['right']
}

interface NameQuality {
  /** Names of one person that end as another's. */
  readonly toldApart: Share
  /** Names of two people that can be told apart, and end as one person's. */
  readonly takenForSame: Share
  readonly exact: Share
  /** The pairs with another outcome than the right one. */
  readonly misses: ReadonlyArray<Judged>
}

export const qualityOf = (pairs: ReadonlyArray<NamePair>): NameQuality => {
  const judged = pairs.map((pair) => ({ ...pair, outcome: nameAgreement(pair.given, pair.registered, pair.sex) }))
  const others = judged.filter(({ isSame, right }) => !isSame && right === 'no_coincide')
  return {
    toldApart: shareOf(
      judged.filter(({ isSame }) => isSame),
      ({ outcome }) => outcome === 'no_coincide',
    ),
    takenForSame: shareOf(others, ({ outcome }) => outcome === 'coincide'),
    exact: shareOf(judged, ({ outcome, right }) => outcome === right),
    misses: judged.filter(({ outcome, right }) => outcome !== right),
  }
}
