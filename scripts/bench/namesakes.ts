import { keyed, keysOf } from '#adapters/lists/Keys.ts'
import { hits } from '#adapters/lists/Matching.ts'
import { personWithoutCurp, type ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import type { Candidate } from '#ports/Lists.ts'
import { numbers } from './crowd.ts'
import { drawnFrom, givenNames, surnames } from './frequencies.ts'

/** Fictitious Mexicans: names by frequency, and a birth date. */

const firstDay = Date.UTC(1940, 0, 1)
const days = 24_000

/** Always the same for one number. */
export const stranger = (index: number): ScreenedPerson => {
  const [sexAt = 0, given = 0, first = 0, second = 0, day = 0] = numbers(`stranger ${index}`)
  const sex = sexAt < 0.5 ? 'H' : 'M'
  const born = new Date(firstDay + Math.floor(day * days) * 86_400_000).toISOString().slice(0, 10)
  const name = {
    nombres: drawnFrom(givenNames[sex], given),
    primerApellido: drawnFrom(surnames, first),
    segundoApellido: drawnFrom(surnames, second),
  }
  return personWithoutCurp({ name, born, sex, bornAbroad: false })
}

/** Searches by keys, as a database does. */
export const searchIn = (candidates: ReadonlyArray<Candidate>) => {
  const byKey = new Map<string, Array<Candidate>>()
  for (const candidate of candidates) {
    for (const key of keyed(candidate.entry).keys) byKey.set(key, [...(byKey.get(key) ?? []), candidate])
  }
  return (person: ScreenedPerson) => hits(person, [...new Set(keysOf(person).flatMap((key) => byKey.get(key) ?? []))])
}
