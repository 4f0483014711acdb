import type { Birth } from './Screening.ts'

/**
 * How much of a name must agree for an entry of a list to be about a person, beside what is known of the
 * birth. How names agree is found by `adapters/lists`; these rules know nothing of spelling.
 */

/** What a name of a list has in common with the registered one. */
export interface NameEvidence {
  /**
   * - `both`: two surnames, in their order. `swapped`: in each other's place.
   * - `only`: one surname, and neither the person nor this name has another.
   * - `one`: the person's first surname, and this name has no other.
   * - `anywhere`: not where they belong, but every word of the registered name is in this one.
   */
  readonly surnames: 'both' | 'swapped' | 'only' | 'one' | 'anywhere'
  /** `some`: those that one side has, among those of the other. */
  readonly givenNames: 'all' | 'some'
  /** Words that agree but for one letter. */
  readonly slips: number
}

/**
 * - `match`: the entry is taken to be about the person.
 * - `possible`: it may be, and only the person can clear it up.
 */
export type Verdict = 'match' | 'possible'

interface Row {
  readonly rule: string
  readonly verdict: Verdict
  readonly births: ReadonlyArray<Birth>
  readonly surnames: ReadonlyArray<NameEvidence['surnames']>
  /** `all`: nothing less is enough. */
  readonly givenNames: NameEvidence['givenNames']
  readonly slips: number
}

/** The rules, beside the CURP that decides by itself. The first row that fits gives the verdict. */
// biome-ignore format: a table reads by its columns
export const table = [
  { rule: 'day',             verdict: 'match',    births: ['exact'],                              surnames: ['both'],         givenNames: 'some', slips: 2 },
  { rule: 'day',             verdict: 'match',    births: ['exact'],                              surnames: ['only'],         givenNames: 'some', slips: 2 },
  { rule: 'day_swapped',     verdict: 'match',    births: ['exact'],                              surnames: ['swapped'],      givenNames: 'some', slips: 0 },
  { rule: 'day_one_surname', verdict: 'match',    births: ['exact'],                              surnames: ['one'],          givenNames: 'all',  slips: 0 },
  { rule: 'day_all_words',   verdict: 'match',    births: ['exact'],                              surnames: ['anywhere'],     givenNames: 'all',  slips: 1 },
  { rule: 'name',            verdict: 'match',    births: ['swapped', 'near', 'wide', 'unknown'], surnames: ['both'],         givenNames: 'all',  slips: 1 },
  { rule: 'year',            verdict: 'match',    births: ['swapped', 'near'],                    surnames: ['only'],         givenNames: 'all',  slips: 0 },
  { rule: 'date_off',        verdict: 'possible', births: ['off'],                                surnames: ['both', 'only'], givenNames: 'all',  slips: 0 },
  { rule: 'year_some_names', verdict: 'possible', births: ['swapped', 'near'],                    surnames: ['both'],         givenNames: 'some', slips: 0 },
  { rule: 'one_surname',     verdict: 'possible', births: ['wide', 'unknown'],                    surnames: ['only'],         givenNames: 'all',  slips: 0 },
] as const satisfies ReadonlyArray<Row>

/** The rule by which an entry was judged. */
type RuleName = 'curp' | (typeof table)[number]['rule']

export interface Judged {
  readonly rule: RuleName
  readonly verdict: Verdict
}

const rows: ReadonlyArray<Row & { readonly rule: RuleName }> = table

/** Where the list states the person's CURP. */
export const byCurp: Judged = { rule: 'curp', verdict: 'match' }

/** Whether any rule takes words that are not where they belong, beside what is known of the birth. */
export const takesAnywhere = (birth: Birth): boolean =>
  rows.some(({ births, surnames }) => births.includes(birth) && surnames.includes('anywhere'))

/** The first rule that so much of a name fits beside what is known of the birth; null when it fits none. */
export const judgedBy = ({ surnames, givenNames, slips }: NameEvidence, birth: Birth): Judged | null => {
  const row = rows.find(
    (one) =>
      one.births.includes(birth) &&
      one.surnames.includes(surnames) &&
      (givenNames === 'all' || one.givenNames === 'some') &&
      slips <= one.slips,
  )
  return row === undefined ? null : { rule: row.rule, verdict: row.verdict }
}
