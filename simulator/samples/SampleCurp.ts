import { checkDigit } from '#domain/person/Curp.ts'

/** The year of birth of a sample where nothing else is said. */
const usualYear = 90

/**
 * A sandbox CURP: the official form with a check digit that is wrong on purpose.
 *
 * @param year of birth, before 2000, in two digits. Each year gives a different CURP.
 * @param day of birth, month and day in two digits each. Each day gives a different CURP.
 */
export const sampleCurp = (prefix: string | null, year = usualYear, day = '0101'): string => {
  const body = `${prefix ?? 'GOMC'}${year}${day}HDFRRS0`
  return body + ((Number(checkDigit(body)) + 1) % 10)
}
