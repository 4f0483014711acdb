/**
 * The sound of a name in Mexican Spanish: two spellings of one sound become the same text, for example `Hernández` and
 * `Ernandes`, `Vázquez` and `Basques`, `Jiménez` and `Ximénez`. The rules apply in order, each to the result of the
 * previous one. A lower-case letter is a sound that later rules must not change.
 */
export const rules: ReadonlyArray<readonly [spelling: RegExp, sound: string]> = [
  // Yazmín and Jazmín, Llamas and Yamas, Hierro and Yerro.
  [/^(?:Y|I|LL|HI(?=E))(?=[AEIOU])/, 'J'],
  [/PH/g, 'F'],
  [/CHR/g, 'KR'],
  [/CH/g, 'c'],
  [/H/g, ''],
  [/QU(?=[EIY])/g, 'k'],
  [/GU(?=[EIY])/g, 'g'],
  [/S?C(?=[EIY])/g, 'S'],
  [/G(?=[EIY])/g, 'J'],
  [/g/g, 'G'],
  [/X$/, 'S'],
  [/X/g, 'J'],
  [/[CKQ]/g, 'k'],
  [/Z/g, 'S'],
  [/V/g, 'B'],
  // Michelle and Michel, Campbell and Campbel; but Valle.
  [/(?<=[EI])LLE$|LL$/, 'L'],
  [/LL/g, 'Y'],
  [/Y/g, 'I'],
  // Stephanie and Estefani, Leslie and Lesly.
  [/IE$/, 'I'],
  // Giovanni, Geovani and Jovani.
  [/^J[EI](?=O)/, 'J'],
  // Stephanie and Estefanía.
  [/^S(?=[BDFGJLMNPRTkc])/, 'ES'],
  // Spellings in lists without Ñ: Muñoz, Munoz, Munioz, Munyoz.
  [/NI(?=[AEOU])/g, 'N'],
]

const single = (word: string): string => word.replace(/(.)\1+/g, '$1')

/** The sound of one word, or of several joined, in capitals from A to Z. */
export const phoneticKey = (word: string): string =>
  single(rules.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word))

/**
 * Words with two pronunciations: Xóchitl with S, Ximénez with J; Gillén may be Guillén, Wilfrido Guilfrido, Oswaldo
 * Osvaldo.
 */
const otherwise: ReadonlyArray<readonly [part: RegExp, spelling: string]> = [
  [/^X(?=[AEIOU])/, 'S'],
  [/^G(?=[EI])/, 'GU'],
  [/^W(?=[AEIO])/, 'GU'],
  [/W/, 'V'],
]

export type PhoneticKeys = readonly [string, ...ReadonlyArray<string>]

/** Every pronunciation of a word, the most likely first. */
export const phoneticKeys = (word: string): PhoneticKeys => [
  phoneticKey(word),
  ...otherwise.flatMap(([part, spelling]) => (part.test(word) ? [phoneticKey(word.replace(part, spelling))] : [])),
]
