import { shortTextLength } from '#domain/Limits.ts'
import { containsCurp } from '#domain/person/Curp.ts'

/** Whether a text may name the author of an act. */
export const isActor = (text: string): boolean =>
  text.length <= shortTextLength && /^[\w.@+-]+$/.test(text) && !containsCurp(text)

/** Whether a text may be the reason of an act. It can detect a CURP in it, but not a name. */
export const isReason = (text: string): boolean =>
  [...text].length <= shortTextLength && /^\P{Cc}+$/u.test(text) && !containsCurp(text)
