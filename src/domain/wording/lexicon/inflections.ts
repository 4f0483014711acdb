/**
 * Builders that generate the forms of a word, so that a lexicon lists families and not forms. Everything is folded: no
 * accents, lower case, `n` for `ñ`.
 */

export const words = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== '')

const forms =
  (of: (stem: string) => ReadonlyArray<string>) =>
  (stems: string): ReadonlyArray<string> =>
    words(stems).flatMap(of)

const withEndings = (endings: string) => (stem: string) => endings.split(' ').map((ending) => stem + ending)

/** A stem changes its spelling before an ending with e or i: loc-o, loqu-ito; delgad-o, delgad-ito. */
const softened = (stem: string): string => stem.replace(/c$/, 'qu').replace(/g$/, 'gu').replace(/z$/, 'c')

const grades = withEndings('ito ita itos itas isimo isima isimos isimas')
const neutral = withEndings('e es x xs')
/** Shorter stems with a neutral ending are other words. */
const shortestNeutral = 6

/** Spanish adjectives and nouns in -o: `moros` gives moroso, -a, -os, -as, diminutives, superlatives and neutral forms. */
export const gendered = forms((stem) => [
  ...withEndings('o a os as')(stem),
  ...grades(softened(stem)),
  ...(stem.length < shortestNeutral ? [] : neutral(softened(stem))),
])

/** Spanish nouns in -o whose plural names places (`discapacitados`): the singular only. */
export const singular = forms(withEndings('o a'))

/** Spanish nouns that end in a consonant: `deudor` gives deudor, -a, -es, -as. */
export const agents = forms((stem) => [stem, ...withEndings('a es as')(stem)])

/** Singular and plural, in Spanish or English: indigente, indigentes; debtor, debtors; felony, felonies. */
export const nouns = forms((word) => {
  if (/[^aeiou]y$/.test(word)) return [word, `${word.slice(0, -1)}ies`]
  if (/[aeiour]$/.test(word)) return [word, `${word}s`]
  return [word, `${word}s`, `${word}es`]
})

/**
 * Phrases, one per line. `|` separates the alternatives of one position. A word ending in `o/a` stands for the endings
 * o, a, os, as. `@person` and the like stand for a class of words. `#` is a number up to 31, `##` an age, `#year` a
 * year of birth, `#date` a date of birth, `#any` any number.
 */
export const phrases = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text
    .split('\n')
    .map(words)
    .filter((line) => line.length > 0)

/** The alternatives of one position of a phrase. */
export const alternatives = (position: string): ReadonlyArray<string> =>
  position.split('|').flatMap((word) => (word.endsWith('o/a') ? withEndings('o a os as')(word.slice(0, -3)) : [word]))
