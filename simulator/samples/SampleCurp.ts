import { checkDigit } from '#domain/person/Curp.ts'

/** A sandbox CURP: the official form with a check digit that is wrong on purpose. */
export const sampleCurp = (prefix: string | null): string => {
  const body = `${prefix ?? 'GOMC'}900101HDFRRS0`
  return body + ((Number(checkDigit(body)) + 1) % 10)
}
