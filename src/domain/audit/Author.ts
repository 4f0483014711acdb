import { shortTextLength } from '#domain/Limits.ts'
import { containsCurp } from '#domain/person/Curp.ts'

/** Who does what is recorded. */
export const isActor = (text: string): boolean =>
  text.length <= shortTextLength && /^[\w.@+-]+$/.test(text) && !containsCurp(text)

/** Why. Nothing can keep an operator from writing a name, but a CURP. */
export const isReason = (text: string): boolean =>
  [...text].length <= shortTextLength && /^\P{Cc}+$/u.test(text) && !containsCurp(text)
