import {
  byCurp,
  type Judged,
  judgedBy,
  type NameEvidence,
  takesAnywhere,
  type Verdict,
} from '#domain/screening/Rules.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { type Birth, birthOf, disqualificationsOf, hasSameCurp } from '#domain/screening/Screening.ts'
import type { Candidate } from '#ports/Lists.ts'
import type { Judgement } from '#ports/Screening.ts'
import { agreementOf, likeness, type PhoneticFullName, phoneticFullName } from './Agreement.ts'
import { type Reading, readingsOf } from './NameTokens.ts'
import { readingOnce } from './Pronunciations.ts'

interface ReadName {
  readonly name: string
  readonly reading: Reading
}

const namesAsRead = ({ entry }: Candidate): ReadonlyArray<ReadName> =>
  entry.names.flatMap((name) => readingsOf(name).map((reading) => ({ name, reading })))

interface Agreed extends ReadName {
  readonly agreement: NameEvidence
  readonly judged: Judged
}

const isElsewhere = ({ agreement }: Agreed): boolean => agreement.surnames === 'anywhere'

/** The readings that agree well enough for a rule, matches first. */
const agreeing = (registered: PhoneticFullName, candidate: Candidate, birth: Birth): ReadonlyArray<Agreed> => {
  const agreed = namesAsRead(candidate).flatMap((read) => {
    const agreement = agreementOf(registered, read.reading, takesAnywhere(birth))
    const judged = agreement && judgedBy(agreement, birth)
    return agreement === null || judged === null ? [] : [{ ...read, agreement, judged }]
  })
  // Prefer the reading with the words in their places, if the order of the name is unknown.
  const inPlace = agreed.toSorted((one, other) => Number(isElsewhere(one)) - Number(isElsewhere(other)))
  const of = (verdict: Verdict) => inPlace.filter(({ judged }) => judged.verdict === verdict)
  return [...of('match'), ...of('possible')]
}

export interface Hit {
  readonly candidate: Candidate
  readonly birth: Birth
  readonly judged: Judged
  /** Null if the CURP decided. */
  readonly agreement: NameEvidence | null
}

const hitOf = (person: ScreenedPerson, registered: PhoneticFullName, candidate: Candidate): Hit | null => {
  const birth = birthOf(candidate.entry, person)
  if (hasSameCurp(candidate.entry, person)) return { candidate, birth, judged: byCurp, agreement: null }
  if (disqualificationsOf(candidate.entry, person).length > 0) return null
  const [best] = agreeing(registered, candidate, birth)
  return best === undefined ? null : { candidate, birth, judged: best.judged, agreement: best.agreement }
}

export const hits = (
  person: ScreenedPerson,
  candidates: ReadonlyArray<Candidate>,
  registered = phoneticFullName(person),
): ReadonlyArray<Hit> =>
  readingOnce(() => candidates.flatMap((candidate) => hitOf(person, registered, candidate) ?? []))

export const matching = (person: ScreenedPerson, candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> =>
  hits(person, candidates).flatMap(({ candidate, judged }) => (judged.verdict === 'match' ? [candidate] : []))

/** How close a reading is, to choose the one to display. */
const closeness = (registered: PhoneticFullName, { reading }: ReadName): number => {
  const { surnames, givenNames } = likeness(registered, reading)
  return surnames + givenNames + (agreementOf(registered, reading) === null ? 0 : 2)
}

export const explained = (person: ScreenedPerson, candidates: ReadonlyArray<Candidate>): ReadonlyArray<Judgement> => {
  const registered = phoneticFullName(person)
  return candidates.map((candidate) => {
    const { list, entry } = candidate
    const birth = birthOf(entry, person)
    const [closest] = [
      ...agreeing(registered, candidate, birth),
      ...namesAsRead(candidate).toSorted((one, other) => closeness(registered, other) - closeness(registered, one)),
    ]
    return {
      list,
      entry,
      birth,
      judged: hitOf(person, registered, candidate)?.judged ?? null,
      disqualifications: disqualificationsOf(entry, person),
      closestName: closest?.name ?? '',
      agreement: closest === undefined ? null : agreementOf(registered, closest.reading),
      similarity: closest === undefined ? { surnames: 0, givenNames: 0 } : likeness(registered, closest.reading),
    }
  })
}
