import { disclosedBy, searchFor } from '#domain/wording/OpaqueText.ts'
import { readingOf } from '#domain/wording/Tokens.ts'
import { wordingOf } from '#domain/wording/Wording.ts'

/** Whether a text describes a person. */
export const describesPerson = (text: string): boolean => wordingOf(readingOf(text)).describes

/** Whether a text rates a person. */
export const ratesPerson = (text: string): boolean => wordingOf(readingOf(text)).rates

/** A CURP that no text of the tests holds. */
const someCurp = 'XEXX010101HNEXXXA4'

/** Whether an identifier is opaque, for an applicant of these names. */
export const isOpaqueFor =
  (names: ReadonlyArray<string> = [], curp = someCurp) =>
  (text: string): boolean => {
    const reading = readingOf(text)
    return disclosedBy(reading, wordingOf(reading), { curp, isNamedIn: searchFor(names) }) === null
  }
