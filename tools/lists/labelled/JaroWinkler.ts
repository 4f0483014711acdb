import type { Pair } from './Pair.ts'
import { capitals } from './Spelling.ts'

/** The letters of one text that the other has nearby, in order, and their positions in the other. */
const matched = (one: string, other: string): { readonly letters: string; readonly inOther: string } => {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)
  const taken = new Set<number>()
  const letters = [...one].filter((letter, at) => {
    for (let place = Math.max(0, at - reach); place <= at + reach && place < other.length; place++) {
      if (other[place] === letter && !taken.has(place)) {
        taken.add(place)
        return true
      }
    }
    return false
  })
  return { letters: letters.join(''), inOther: [...other].filter((_, place) => taken.has(place)).join('') }
}

/** Jaro similarity with Winkler's bonus for up to four equal first letters, a tenth each; from 0 to 1. */
export const jaroWinkler = (one: string, other: string): number => {
  if (one === other) return 1
  const { letters, inOther } = matched(one, other)
  if (letters.length === 0) return 0
  const transposed = [...letters].filter((letter, place) => letter !== inOther[place]).length / 2
  const { length } = letters
  const jaro = (length / one.length + length / other.length + (length - transposed) / length) / 3
  const differing = [0, 1, 2, 3].find((place) => one[place] === undefined || one[place] !== other[place]) ?? 4
  return jaro + differing * 0.1 * (1 - jaro)
}

/** Upper-cases, and removes accents and other signs. */
export const normalised = (text: string): string =>
  capitals(text)
    .replace(/[^A-Z]+/g, ' ')
    .trim()

/** The plain Jaro-Winkler score of a pair: the best among the entry's names, with the parts in any order. */
export const scoreOf = ({ person, entry }: Pair): number => {
  const { nombres, primerApellido, segundoApellido } = person.name
  const surnames = `${primerApellido} ${segundoApellido ?? ''}`
  const ours = [`${surnames} ${nombres}`, `${nombres} ${surnames}`].map(normalised)
  return Math.max(...entry.names.flatMap((name) => ours.map((one) => jaroWinkler(one, normalised(name)))))
}
