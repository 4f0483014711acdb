import type { Text } from '#simulator/docs/Text.ts'
import type { Case } from './Case.ts'
import type { Specimen } from './Forgery.ts'

/** Something that the world does to an integration sooner or later. */
export interface Attack {
  /** Its name in reports and files of regressions. */
  readonly name: string
  readonly title: Text
  /** The letters of the applicant's CURP, which choose what the sources say. */
  readonly prefix: 'LIMP' | 'MARC' | 'ROJI' | 'NOEX'
  /** The billing mode, or the command, without which it cannot be made. */
  readonly needs?: 'consumo' | 'connect' | 'restart'
  readonly run: (one: Case, specimen: Specimen) => Promise<void>
}
