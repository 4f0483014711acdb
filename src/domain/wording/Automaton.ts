/**
 * Words as one automaton: each letter leads from a state to the next, and a state may end a word. What
 * is looked up is never copied out of its text.
 */
export interface Automaton {
  /** The state behind a state and a letter (1 to 26); 0 leads nowhere. */
  readonly next: Uint16Array
  /** The word that ends in a state; 0 where none does. */
  readonly wordAt: Uint16Array
}

/** Letters take five bits of a transition. */
const letterBits = 5
const states = 2 ** 16
/** The state in which every word begins. */
export const root = 1
export const nowhere = 0

/** How characters are read as letters: 1 to 26, or 0 for what is none. */
export type Letters = Uint8Array

const lettersWith = (disguises: Readonly<Record<string, string>>): Letters => {
  const letters = new Uint8Array(128)
  for (let letter = 1; letter <= 26; letter++) {
    letters[0x40 + letter] = letter
    letters[0x60 + letter] = letter
  }
  for (const [sign, letter] of Object.entries(disguises)) letters[sign.charCodeAt(0)] = letter.charCodeAt(0) - 0x60
  return letters
}

const signs = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' }

/** Letters of either case. */
export const plain: Letters = lettersWith({})
/** Digits and signs as the letters that they look like; a 1 looks like two. */
export const disguises: ReadonlyArray<Letters> = [lettersWith({ ...signs, 1: 'i' }), lettersWith({ ...signs, 1: 'l' })]

/** Beyond the ends of a text nothing stands, read as 0, which is no letter. */
export const letterAt = (letters: Letters, text: string, at: number): number => letters[text.charCodeAt(at) | 0] ?? 0

export const step = ({ next }: Automaton, state: number, letter: number): number =>
  next[(state << letterBits) | letter] ?? nowhere

/** The automaton of these words, each numbered from 1 as it stands in the list. Numbers among them are left out. */
export const build = (words: ReadonlyArray<string>): Automaton => {
  const next = new Uint16Array(states << letterBits)
  const wordAt = new Uint16Array(states)
  let last = root
  words.forEach((word, index) => {
    if (!/^[a-z]+$/.test(word)) return
    let state = root
    for (let at = 0; at < word.length; at++) {
      const transition = (state << letterBits) | letterAt(plain, word, at)
      const known = next[transition] ?? nowhere
      if (known === nowhere) {
        last += 1
        next[transition] = last
      }
      state = known === nowhere ? last : known
    }
    wordAt[state] = index + 1
  })
  if (last >= states) throw new Error(`${last} states are more than an automaton can have`)
  return { next: next.slice(0, (last + 1) << letterBits), wordAt: wordAt.slice(0, last + 1) }
}
