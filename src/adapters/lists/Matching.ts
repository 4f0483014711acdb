import { byCurp, type Judged, judgedBy } from '#domain/screening/Rules.ts'
import { birthOf, disqualificationsOf, hasSameCurp, type ScreenedPerson } from '#domain/screening/Screening.ts'
import type { Candidate } from '#ports/Lists.ts'
import type { Judgement } from '#ports/Screening.ts'
import { agreementOf, type HeardName, heardName, likeness } from './Agreement.ts'
import { type Reading, readingsOf } from './Words.ts'

/** Whether entries of lists are about a person, by the rules of domain/screening. */

interface ReadName {
  readonly name: string
  readonly reading: Reading
}

const namesAsRead = ({ entry }: Candidate): ReadonlyArray<ReadName> =>
  entry.names.flatMap((name) => readingsOf(name).map((reading) => ({ name, reading })))

/** How each reading of the names is judged that agrees with the registered one, a match first. */
const judgements = (person: ScreenedPerson, registered: HeardName, candidate: Candidate) => {
  const birth = birthOf(candidate.entry, person)
  const judged = namesAsRead(candidate).flatMap((read) => {
    const agreement = agreementOf(registered, read.reading)
    const by = agreement && judgedBy(agreement, birth)
    return by === null ? [] : [{ read, by }]
  })
  return [...judged.filter(({ by }) => by.verdict === 'match'), ...judged.filter(({ by }) => by.verdict === 'possible')]
}

const judge = (person: ScreenedPerson, registered: HeardName, candidate: Candidate): Judged | null => {
  if (hasSameCurp(candidate.entry, person)) return byCurp
  if (disqualificationsOf(candidate.entry, person).length > 0) return null
  return judgements(person, registered, candidate)[0]?.by ?? null
}

interface JudgedCandidate {
  readonly candidate: Candidate
  readonly by: Judged
}

/** Those that are about the person, or may be. */
const judging = (person: ScreenedPerson, candidates: ReadonlyArray<Candidate>): ReadonlyArray<JudgedCandidate> => {
  const registered = heardName(person.name)
  return candidates.flatMap((candidate) => {
    const by = judge(person, registered, candidate)
    return by === null ? [] : [{ candidate, by }]
  })
}

/** Those that are about the person. */
export const matching = (person: ScreenedPerson, candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> =>
  judging(person, candidates).flatMap(({ candidate, by }) => (by.verdict === 'match' ? [candidate] : []))

/** How close a reading comes, for choosing the one that is shown. */
const closeness = (registered: HeardName, { reading }: ReadName): number => {
  const { surnames, givenNames } = likeness(registered, reading)
  return surnames + givenNames + (agreementOf(registered, reading) === null ? 0 : 2)
}

/** Every candidate, with what an operator may want to know of how it was judged. */
export const explained = (person: ScreenedPerson, candidates: ReadonlyArray<Candidate>): ReadonlyArray<Judgement> => {
  const registered = heardName(person.name)
  return candidates.map((candidate) => {
    const { list, entry } = candidate
    const [closest] = [
      ...judgements(person, registered, candidate).map(({ read }) => read),
      ...namesAsRead(candidate).toSorted((one, other) => closeness(registered, other) - closeness(registered, one)),
    ]
    return {
      list,
      entry,
      birth: birthOf(entry, person),
      judged: judge(person, registered, candidate),
      disqualifications: disqualificationsOf(entry, person),
      closestName: closest?.name ?? '',
      agreement: closest === undefined ? null : agreementOf(registered, closest.reading),
      similarity: closest === undefined ? { surnames: 0, givenNames: 0 } : likeness(registered, closest.reading),
    }
  })
}
