/**
 * Names from other alphabets have many romanisations, depending on the language: Muhammad and Mohamed, Yusuf and
 * Youssef, Sergei and Serguéi. They share their consonants, and whether they start with a dark or a light sound.
 */

export const rules: ReadonlyArray<readonly [spelling: RegExp, letters: string]> = [
  [/^[IY](?=[AEOU])/, ''],
  [/KH|DJ/g, 'J'],
  [/PH/g, 'F'],
  [/[CS]H/g, 'c'],
  [/([DGT])H/g, '$1'],
  [/GU(?=[EIY])/g, 'G'],
  [/X/g, 'KS'],
  [/[CQ]/g, 'K'],
  [/^W/, 'V'],
  [/H$/, ''],
]
const vowels = /[AEIOUWY]+/g
/** Fewer consonants are not enough to decide. */
const fewestConsonants = 2

/** The part that all romanisations of a word share; null if the word is too short. */
export const romanised = (word: string): string | null => {
  const letters = rules.reduce((text, [spelling, put]) => text.replace(spelling, put), word)
  const consonants = letters.replace(vowels, '').replace(/(.)\1+/g, '$1')
  const [first = ''] = letters.match(vowels) ?? []
  return consonants.length < fewestConsonants ? null : `${/^[OU]/.test(first) ? 'U' : 'A'} ${consonants}`
}
