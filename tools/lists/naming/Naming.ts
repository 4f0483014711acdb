import { personWithoutCurp } from '#domain/screening/ScreenedPerson.ts'
import { entryOf, type Pair } from '#tools/lists/labelled/Pair.ts'
import { curpOf, facts } from './Facts.ts'
import { type Row, rowsIn } from './Row.ts'

/**
 * Pairs of an applicant as the registry writes the name, and an entry as lists write it. They follow the rules of
 * naming in Mexico and the forms of the published files, and were written without knowledge of the matching code. All
 * people are fictitious.
 */

const pairsOf =
  (isSame: boolean) =>
  (row: Row): ReadonlyArray<Pair> =>
    row.facts.map((word) => {
      const told = facts[word]
      if (told === undefined) throw new Error(`no facts: ${word}`)
      const { name, born, sex, bornAbroad } = row
      return {
        family: `${row.rule} (${word})`,
        person: { ...personWithoutCurp({ name, born, sex, bornAbroad }), curp: curpOf(row) },
        entry: entryOf(row.names, told(row)),
        isSame,
      }
    })

export const namingPairs: ReadonlyArray<Pair> = [
  ...rowsIn('./must-match.txt').flatMap(pairsOf(true)),
  ...rowsIn('./must-not-match.txt').flatMap(pairsOf(false)),
]
