import type { Birth } from './Screening.ts'

/**
 * How much of a name must agree, depending on the birth date, for a list entry to be about a person. `adapters/lists`
 * compares the names; these rules do not deal with spelling.
 */

/** How a name of a list agrees with the registered name. */
export interface NameEvidence {
  /**
   * - `both`: two surnames in the same order. `swapped`: two surnames in the opposite order.
   * - `only`: one surname, and neither the person nor this name has another.
   * - `one`: the person's first surname, and this name has no other.
   * - `anywhere`: not in their positions, but this name contains every word of the registered name.
   */
  readonly surnames: 'both' | 'swapped' | 'only' | 'one' | 'anywhere'
  /** `some`: all given names of one side are among those of the other side. */
  readonly givenNames: 'all' | 'some'
  /** Words that agree except for one letter. */
  readonly slips: number
}

/**
 * - `match`: the entry counts as being about the person.
 * - `possible`: it may be about the person, and only the person can clarify it.
 */
export type Verdict = 'match' | 'possible'

interface Row {
  readonly rule: string
  readonly verdict: Verdict
  readonly births: ReadonlyArray<Birth>
  readonly surnames: ReadonlyArray<NameEvidence['surnames']>
  /** With `all`, every given name must agree. */
  readonly givenNames: NameEvidence['givenNames']
  readonly slips: number
}

/** The rules, apart from an equal CURP, which decides alone. The first matching row gives the verdict. */
// biome-ignore format: a table reads by its columns
export const table = [
  { rule: 'day',             verdict: 'match',    births: ['exact'],           surnames: ['both'],         givenNames: 'some', slips: 2 },
  { rule: 'day',             verdict: 'match',    births: ['exact'],           surnames: ['only'],         givenNames: 'some', slips: 2 },
  { rule: 'day_swapped',     verdict: 'match',    births: ['exact'],           surnames: ['swapped'],      givenNames: 'some', slips: 0 },
  { rule: 'day_one_surname', verdict: 'match',    births: ['exact'],           surnames: ['one'],          givenNames: 'all',  slips: 0 },
  { rule: 'day_all_words',   verdict: 'match',    births: ['exact'],           surnames: ['anywhere'],     givenNames: 'all',  slips: 1 },
  { rule: 'name',            verdict: 'match',    births: ['swapped', 'near'], surnames: ['both'],         givenNames: 'all',  slips: 1 },
  { rule: 'year',            verdict: 'match',    births: ['swapped', 'near'], surnames: ['only'],         givenNames: 'all',  slips: 0 },
  { rule: 'date_off',        verdict: 'possible', births: ['off'],             surnames: ['both', 'only'], givenNames: 'all',  slips: 0 },
  { rule: 'year_some_names', verdict: 'possible', births: ['swapped', 'near'], surnames: ['both'],         givenNames: 'some', slips: 0 },
  { rule: 'undated',         verdict: 'possible', births: ['wide', 'unknown'], surnames: ['both'],         givenNames: 'all',  slips: 1 },
  { rule: 'one_surname',     verdict: 'possible', births: ['wide', 'unknown'], surnames: ['only'],         givenNames: 'all',  slips: 0 },
] as const satisfies ReadonlyArray<Row>

type RuleName = 'curp' | (typeof table)[number]['rule']

export interface Judged {
  readonly rule: RuleName
  readonly verdict: Verdict
}

const rows: ReadonlyArray<Row & { readonly rule: RuleName }> = table

/** The list contains the person's CURP. */
export const byCurp: Judged = { rule: 'curp', verdict: 'match' }

/** Whether a rule for this birth date accepts words out of position. */
export const takesAnywhere = (birth: Birth): boolean =>
  rows.some(({ births, surnames }) => births.includes(birth) && surnames.includes('anywhere'))

/** The first rule that accepts this agreement of names with this birth date; null if none does. */
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
