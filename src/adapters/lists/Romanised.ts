/**
 * Names that come from other alphabets are put into ours in many ways, by the ear of another language each: Muhammad and
 * Mohamed, Yusuf and Youssef, Sergei and Serguéi. They agree in their consonants, and in whether they begin dark or light.
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
/** Of less nothing can be said. */
const fewestConsonants = 2

/** What every way of writing a word in our letters has in common; null of one that is too short. */
export const romanised = (word: string): string | null => {
  const letters = rules.reduce((text, [spelling, put]) => text.replace(spelling, put), word)
  const consonants = letters.replace(vowels, '').replace(/(.)\1+/g, '$1')
  const [first = ''] = letters.match(vowels) ?? []
  return consonants.length < fewestConsonants ? null : `${/^[OU]/.test(first) ? 'U' : 'A'} ${consonants}`
}
