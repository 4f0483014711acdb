import { jaroWinkler, normalised } from './JaroWinkler.ts'
import type { Pair } from './Pair.ts'

/**
 * Compares names like widely used screening programs, according to their sources. Each word of the person is paired
 * with the most similar word of the entry by Jaro-Winkler, with a lower score if the first letter or the length
 * differs. The result is the mean weighted by word length, reduced if words of the entry remain.
 */

const otherFirstLetter = 0.9
const otherLength = 0.3
/** A word shorter than this part of the other word counts as a different length. */
const sameLength = 0.9
const leftOver = 0.15

const scaled = (part: number, weight: number): number => 1 - (1 - part) * weight

const alike = (one: string, other: string): number => {
  const ratio = Math.min(one.length, other.length) / Math.max(one.length, other.length)
  const byLength = ratio < sameLength ? scaled(ratio, otherLength) : 1
  return jaroWinkler(one, other) * byLength * (one.charAt(0) === other.charAt(0) ? 1 : otherFirstLetter)
}

const lengthOf = (words: ReadonlyArray<string>): number => words.join('').length

const scoreOfName = (person: ReadonlyArray<string>, listed: ReadonlyArray<string>): number => {
  const pairs = person.flatMap((one, at) =>
    listed.map((other, to) => ({ one, other, at, to, score: alike(one, other) })),
  )
  const [ours, theirs] = [new Set<number>(), new Set<number>()]
  let sum = 0
  for (const { one, at, to, score } of pairs.toSorted((first, second) => second.score - first.score)) {
    if (ours.has(at) || theirs.has(to)) continue
    ours.add(at)
    theirs.add(to)
    sum += score * one.length
  }
  const used = lengthOf(listed.filter((_, index) => theirs.has(index)))
  return (sum / lengthOf(person)) * scaled(used / lengthOf(listed), leftOver)
}

/** The best score among the entry's names, from 0 to 1. */
export const bestPairsScore = ({ person, entry }: Pair): number => {
  const words = normalised(Object.values(person.name).join(' ')).split(' ')
  return Math.max(...entry.names.map((name) => scoreOfName(words, normalised(name).split(' '))))
}
