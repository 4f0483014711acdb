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

/** A stem changes its spelling before an ending with e or i: calific-ar, califiqu-e; rechaz-ar, rechac-e. */
const softened = (stem: string): string => stem.replace(/c$/, 'qu').replace(/g$/, 'gu').replace(/z$/, 'c')

const grades = withEndings('ito ita itos itas isimo isima isimos isimas')
const neutral = withEndings('e es x xs')
/** Shorter stems with a neutral ending are other words (`false`, `male`). */
const shortestNeutral = 6

/** Spanish adjectives and nouns in -o: `moros` gives moroso, -a, -os, -as, diminutives, superlatives and neutral forms. */
export const gendered = forms((stem) => [
  ...withEndings('o a os as')(stem),
  ...grades(softened(stem)),
  ...(stem.length < shortestNeutral ? [] : neutral(softened(stem))),
])

/** Spanish nouns in -o whose plural names streets (`herreros-12`, `zapotecas-44`): herrero, herrera. */
export const singular = forms(withEndings('o a'))
/** Likewise for nouns that end in a consonant: conductor, conductora. */
export const singularAgents = forms((stem) => [stem, `${stem}a`])

/** Spanish nouns that end in a consonant: `deudor` gives deudor, -a, -es, -as. */
export const agents = forms((stem) => [stem, ...withEndings('a es as')(stem)])

/** Singular and plural, in Spanish or English: riesgo, riesgos; verdad, verdades; baby, babies; mercy. */
export const nouns = forms((word) => {
  if (/[aeiou]$/.test(word)) return [word, `${word}s`]
  if (/z$/.test(word)) return [word, `${word.slice(0, -1)}ces`]
  if (/[^aeiou]y$/.test(word)) return [word, `${word.slice(0, -1)}ies`]
  if (/(?:[sx]|[cs]h)$/.test(word)) return [word, `${word}es`]
  return [word, `${word}s`, `${word}es`]
})

const endingsAr = withEndings(
  'ar ara aran aria arian arse arlo arla arlos arlas a as an o amos aba aban ando andola andolo aron ase aste',
)
const endingsArWithE = withEndings('e es en emos')

/** Regular Spanish verbs in -ar, from the stem. List a changed stem too (`aprob aprueb`). */
export const verbsAr = forms((stem) => [
  ...endingsAr(stem),
  ...endingsArWithE(softened(stem)),
  ...gendered(`${stem}ad`),
])

/** Regular Spanish verbs in -ir, from the stem. */
export const verbsIr = forms(
  withEndings('ir ira iran irse e es en o a an imos ia ian io ieron iendo ido ida idos idas'),
)

/** Regular English verbs: `approve` gives -s, -d, approving; `deny` gives denies, denied, denying. */
export const englishVerbs = forms((verb) => {
  if (verb.endsWith('e')) return [verb, `${verb}s`, `${verb}d`, `${verb.slice(0, -1)}ing`]
  if (/[^aeiou]y$/.test(verb)) {
    const stem = verb.slice(0, -1)
    return [verb, `${stem}ies`, `${stem}ied`, `${verb}ing`]
  }
  return [verb, `${verb}s`, `${verb}es`, `${verb}ed`, `${verb}ing`]
})

/**
 * Phrases, one per line. `|` separates the alternatives of one position. `#` is a number up to twelve, `##` an age,
 * `####` a year, `#date` a date, `#any` any number. A word ending in `o/a` stands for the endings o, a, os, as.
 */
export const phrases = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/))

/** The alternatives of one position of a phrase. */
export const alternatives = (position: string): ReadonlyArray<string> =>
  position.split('|').flatMap((word) => (word.endsWith('o/a') ? withEndings('o a os as')(word.slice(0, -3)) : [word]))
