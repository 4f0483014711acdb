import { falseByHand, trueByHand } from './ByHand.ts'
import { falsePairs } from './FalseFamilies.ts'
import type { Pair } from './Pair.ts'
import { heldOut, type Person, train } from './People.ts'
import { truePairs } from './TrueFamilies.ts'

/**
 * Pairs of a person and an entry, labelled as one person or two: true variants of a name, people with the same name,
 * and near misses. All people are fictitious.
 */

const pairsOf = (people: ReadonlyArray<Person>): ReadonlyArray<Pair> =>
  people.flatMap((person, index) => [...truePairs(person), ...falsePairs(person, index)])

/** The pairs that the rules were developed on. */
export const trainPairs: ReadonlyArray<Pair> = [...pairsOf(train), ...trueByHand, ...falseByHand]

/** The pairs that only check the rules. */
export const heldOutPairs: ReadonlyArray<Pair> = pairsOf(heldOut)
