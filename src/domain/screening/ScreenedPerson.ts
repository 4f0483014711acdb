import type { Curp } from '#domain/person/Curp.ts'
import { lettersOf } from '#domain/person/NameLetters.ts'
import type { RegisteredName } from '#domain/person/Subject.ts'

/** The person for whom the lists are searched. */
export interface ScreenedPerson {
  readonly name: RegisteredName
  /** Such as `1980-01-31`. */
  readonly born: string
  readonly sex: Curp['sex']
  readonly bornAbroad: boolean
  /** The first four letters of the CURP. */
  readonly letters: string
  /** Null if an operator searches without it. */
  readonly curp: string | null
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0')

export const personOf = (name: RegisteredName, { value, birthDate, sex, entity, prefix }: Curp): ScreenedPerson => ({
  name,
  born: [padded(birthDate.year, 4), padded(birthDate.month, 2), padded(birthDate.day, 2)].join('-'),
  sex,
  bornAbroad: entity === 'NE',
  letters: prefix,
  curp: value,
})

/** A person whose CURP the operator does not have. Its letters are derived from the name. */
export const personWithoutCurp = (
  known: Pick<ScreenedPerson, 'name' | 'born' | 'sex' | 'bornAbroad'>,
): ScreenedPerson => ({ ...known, letters: lettersOf(known.name), curp: null })
