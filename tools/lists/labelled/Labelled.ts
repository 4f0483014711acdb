import { falseByHand, trueByHand } from './ByHand.ts'
import { falsePairs } from './FalseFamilies.ts'
import type { Pair } from './Pair.ts'
import { heldOut, type Person, train } from './People.ts'
import { truePairs } from './TrueFamilies.ts'

/**
 * Pairs of a person and an entry, each labelled as about one person or two: true variants of a name,
 * people of the same name, and near misses. Everybody here is made up.
 */

const pairsOf = (people: ReadonlyArray<Person>): ReadonlyArray<Pair> =>
  people.flatMap((person, index) => [...truePairs(person), ...falsePairs(person, index)])

/** By which the rules were chosen. */
export const trainPairs: ReadonlyArray<Pair> = [...pairsOf(train), ...trueByHand, ...falseByHand]

/** By which they were checked. */
export const heldOutPairs: ReadonlyArray<Pair> = pairsOf(heldOut)
