/** The ways in which lists spell names, one function each. */

/** In capitals without accents, as in most lists. */
export const capitals = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()

/** In capitals without accents, with Ñ replaced by `letter`. */
export const withoutTilde = (text: string, letter: string): string => capitals(text.replace(/ñ/gi, letter))

const respellings: ReadonlyArray<readonly [RegExp, string]> = [
  [/^H(?=[AEIOU])/, ''],
  [/Z(?=[AEIOU])/, 'S'],
  [/EZ$/, 'ES'],
  [/V/, 'B'],
  [/^B(?=[AEIOU])/, 'V'],
  [/^J(?=[EI])/, 'G'],
  [/LL(?=[AEIOU])/, 'Y'],
  [/^Y/, 'I'],
  [/S(?=[AEIOU])/, 'Z'],
  [/QU(?=[EI])/, 'K'],
  [/C(?=[EI])/, 'S'],
  [/RR/, 'R'],
  [/^X/, 'J'],
]

/** Spellings of a word that sound the same, with one change each. */
export const respelled = (word: string): ReadonlyArray<string> => {
  const plain = capitals(word)
  const spellings = respellings.map(([from, to]) => plain.replace(from, to))
  return [...new Set(spellings)].filter((spelling) => spelling !== plain)
}

const place = (word: string): number => Math.floor(word.length / 2)

/** One typing slip in the middle of a word. */
export const slips: Readonly<Record<string, (word: string) => string>> = {
  'a letter left out': (word) => word.slice(0, place(word)) + word.slice(place(word) + 1),
  'a letter too many': (word) => `${word.slice(0, place(word))}M${word.slice(place(word))}`,
  'another letter': (word) =>
    `${word.slice(0, place(word))}${word[place(word)] === 'T' ? 'R' : 'T'}${word.slice(place(word) + 1)}`,
  'two letters swapped': (word) => {
    const [one = '', other = ''] = word.slice(place(word) - 1, place(word) + 1)
    return word.slice(0, place(word) - 1) + other + one + word.slice(place(word) + 1)
  },
}

const vowel = /[AEIOU]/
const particle = /^(?:DE|DEL|LA|LAS|LOS|Y)$/

const significant = (text: string): ReadonlyArray<string> => {
  const words = capitals(text.replace(/ñ/gi, 'x'))
    .split(/[^A-Z]+/)
    .filter((word) => word !== '' && !particle.test(word))
  const [first = ''] = words
  return words.length > 1 && /^(?:MARIA|MA|JOSE|J)$/.test(first) ? words.slice(1) : words
}

/** The first four letters of the CURP, without replacing inconvenient words. */
export const letters = (nombres: string, primerApellido: string, segundoApellido: string): string => {
  const [first = '', second = '', given = ''] = [primerApellido, segundoApellido, nombres].map(
    (part) => significant(part)[0] ?? 'X',
  )
  return first.charAt(0) + (vowel.exec(first.slice(1))?.[0] ?? 'X') + second.charAt(0) + given.charAt(0)
}
