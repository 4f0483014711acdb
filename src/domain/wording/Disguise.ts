import { disguises, type Letters, letterAt, plain } from './Automaton.ts'

/** Tokens whose digits and signs stand for letters (`m0r0so`, `3mbarazada`). */

export interface Spelling {
  readonly from: number
  readonly to: number
  /** Which letters its digits and signs stand for. */
  readonly letters: Letters
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

const one = '1'.charCodeAt(0)
const [firstDisguise = plain] = disguises
const withoutDoubt = [firstDisguise]

/** How the digits and signs of a token can be read; none when it changes its case, or some look like no letter. */
const readingsOf = (text: string, from: number, to: number): ReadonlyArray<Letters> => {
  let lower = 0
  let upper = 0
  let isAmbiguous = false
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x61 && code <= 0x7a) lower += 1
    // One capital in front is no change of case.
    else if (code >= 0x41 && code <= 0x5a) upper += at === from ? 0 : 1
    else if (code === one) isAmbiguous = true
    else if (letterAt(firstDisguise, text, at) === 0) return []
  }
  if (lower > 0 && upper > 0) return []
  return isAmbiguous ? disguises : withoutDoubt
}

/** Where a word may begin and end in a token with digits: one at either end may belong to it, more of them number it. */
export const spellingsOf = (text: string, { from, to }: Token): ReadonlyArray<Spelling> => {
  const found: Array<Spelling> = []
  if (to - from > disguisedLength.max) return found
  let front = from
  while (isDigitAt(text, front)) front += 1
  let back = to
  while (isDigitAt(text, back - 1)) back -= 1
  let inner = 0
  for (let at = front; at < back; at++) if (letterAt(plain, text, at) === 0) inner += 1
  const isNumbered = front === from && inner === 0
  for (let start = front; start >= Math.max(from, front - 1); start--) {
    for (let end = back; end <= Math.min(to, back + 1); end++) {
      const length = end - start
      const signs = inner + (front - start) + (end - back)
      if (signs === 0 || 2 * signs > length || length < disguisedLength.min) continue
      for (const letters of readingsOf(text, start, end)) found.push({ from: start, to: end, letters, isNumbered })
    }
  }
  return found
}

const spell = (text: string, { from, to, letters }: Spelling): string => {
  let spelled = ''
  for (let at = from; at < to; at++) spelled += String.fromCharCode(0x60 + letterAt(letters, text, at))
  return spelled
}

/** What a token spells, in lower case. */
export const spelledAs = (text: string, token: Token): ReadonlyArray<string> =>
  spellingsOf(text, token).map((spelling) => spell(text, spelling))
