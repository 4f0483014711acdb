import { type Birth, birthOf, disqualificationsOf, isEnough, type ScreenedPerson } from '#domain/screening/Screening.ts'
import type { Candidate } from '#ports/Lists.ts'
import type { Judgement } from '#ports/Screening.ts'
import { agreementOf, type HeardName, heardName, likeness } from './Agreement.ts'
import { type Reading, readingsOf } from './Words.ts'

/** Whether entries of lists are about a person, by the rules of domain/Screening. */

interface ReadName {
  readonly name: string
  readonly reading: Reading
}

const namesAsRead = ({ entry }: Candidate): ReadonlyArray<ReadName> =>
  entry.names.flatMap((name) => readingsOf(name).map((reading) => ({ name, reading })))

const isSameName = (registered: HeardName, reading: Reading, birth: Birth): boolean => {
  const agreement = agreementOf(registered, reading)
  return agreement !== null && isEnough(agreement, birth)
}

/** Those that are about the person. */
export const matching = (person: ScreenedPerson, candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const registered = heardName(person.name)
  return candidates.filter((candidate) => {
    if (disqualificationsOf(candidate.entry, person).length > 0) return false
    const birth = birthOf(candidate.entry, person)
    return namesAsRead(candidate).some(({ reading }) => isSameName(registered, reading, birth))
  })
}

/** How close a reading comes, for choosing the one that is shown. */
const closeness = (registered: HeardName, { reading }: ReadName): number => {
  const { surnames, givenNames } = likeness(registered, reading)
  return surnames + givenNames + (agreementOf(registered, reading) === null ? 0 : 2)
}

/** Every candidate, with what an operator may want to know of how it was judged. */
export const explained = (person: ScreenedPerson, candidates: ReadonlyArray<Candidate>): ReadonlyArray<Judgement> => {
  const registered = heardName(person.name)
  const matches = new Set(matching(person, candidates))
  return candidates.map((candidate) => {
    const { list, entry } = candidate
    const birth = birthOf(entry, person)
    const read = namesAsRead(candidate)
    const [closest] = [
      ...read.filter(({ reading }) => isSameName(registered, reading, birth)),
      ...read.toSorted((one, other) => closeness(registered, other) - closeness(registered, one)),
    ]
    return {
      ...{ list, entry, birth, isMatch: matches.has(candidate) },
      disqualifications: disqualificationsOf(entry, person),
      closestName: closest?.name ?? '',
      agreement: closest === undefined ? null : agreementOf(registered, closest.reading),
      similarity: closest === undefined ? { surnames: 0, givenNames: 0 } : likeness(registered, closest.reading),
    }
  })
}
