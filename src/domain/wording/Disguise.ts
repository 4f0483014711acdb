import { disguises, type Letters, letterAt, plain } from './Automaton.ts'

/** Tokens whose digits and signs stand for letters (`m0r0so`, `3mbarazada`). */

export interface Spelling {
  readonly from: number
  readonly to: number
  /** A number at the end of several words (`losmoros4`) is more likely a number. */
  readonly isNumbered: boolean
}

interface Token {
  readonly from: number
  readonly to: number
}

const disguisedLength = { min: 4, max: 40 }

const isDigitAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

/** Whether the case changes otherwise than behind one capital, or something looks like no letter. */
const isMixed = (text: string, from: number, to: number): boolean => {
  let lower = 0
  let upper = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x61 && code <= 0x7a) lower += 1
    else if (code >= 0x41 && code <= 0x5a) upper += at === from ? 0 : 1
    else if (disguises.every((letters) => letterAt(letters, text, at) === 0)) return true
  }
  return lower > 0 && upper > 0
}

/** Where a word may begin and end in a token with digits: one at either end may belong to it, more of them number it. */
export const spellingsOf = (text: string, { from, to }: Token): ReadonlyArray<Spelling> => {
  if (to - from > disguisedLength.max) return []
  let front = from
  while (front < to && isDigitAt(text, front)) front += 1
  let back = to
  while (back > front && isDigitAt(text, back - 1)) back -= 1
  let inner = 0
  for (let at = front; at < back; at++) if (letterAt(plain, text, at) === 0) inner += 1
  const isNumbered = front === from && inner === 0
  const starts = front === from ? [from] : [front, front - 1]
  const ends = back === to ? [to] : [back, back + 1]
  return starts.flatMap((start) =>
    ends.flatMap((end) => {
      const length = end - start
      const signs = inner + (front - start) + (end - back)
      if (signs === 0 || 2 * signs > length || length < disguisedLength.min || isMixed(text, start, end)) return []
      return [{ from: start, to: end, isNumbered }]
    }),
  )
}

const spell = (text: string, { from, to }: Token, letters: Letters): string => {
  let spelled = ''
  for (let at = from; at < to; at++) spelled += String.fromCharCode(0x60 + letterAt(letters, text, at))
  return spelled
}

/** What a token spells, in lower case. */
export const spelledAs = (text: string, token: Token): ReadonlyArray<string> =>
  spellingsOf(text, token).flatMap((spelling) => disguises.map((letters) => spell(text, spelling, letters)))
