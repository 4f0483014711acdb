/**
 * How a name sounds in Mexican Spanish, spelled so that two spellings of one sound are the same text:
 * `Hernández` and `Ernandes`, `Vázquez` and `Basques`, `Jiménez` and `Ximénez`. The order matters: each
 * rule sees what the ones before it left. A lower-case letter stands for a
 * sound that later rules must leave alone.
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
  // What lists without Ñ make of it: Muñoz, Munoz, Munioz, Munyoz.
  [/NI(?=[AEOU])/g, 'N'],
]

/** Letters that are the same and follow each other, once. */
const single = (word: string): string => word.replace(/(.)\1+/g, '$1')

/** The sound of a word or of several joined, in capitals from A to Z. */
export const phoneticKey = (word: string): string =>
  single(rules.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word))

/**
 * Of words that are said in two ways: Xóchitl as with S, Ximénez as with J; Gillén may be Guillén, Wilfrido Guilfrido,
 * Oswaldo Osvaldo.
 */
const otherwise: ReadonlyArray<readonly [part: RegExp, spelling: string]> = [
  [/^X(?=[AEIOU])/, 'S'],
  [/^G(?=[EI])/, 'GU'],
  [/^W(?=[AEIO])/, 'GU'],
  [/W/, 'V'],
]

type PhoneticKeys = readonly [string, ...ReadonlyArray<string>]

const said = (word: string): PhoneticKeys => [
  phoneticKey(word),
  ...otherwise.flatMap(([part, spelling]) => (part.test(word) ? [phoneticKey(word.replace(part, spelling))] : [])),
]

/** Of the words of one screening: no name is kept for longer. */
let known: Map<string, PhoneticKeys> | null = null

/** Runs what reads the same words many times, and reads each once. */
export const readingOnce = <A>(screen: () => A): A => {
  const before = known
  known = new Map()
  try {
    return screen()
  } finally {
    known = before
  }
}

/** Every way in which a word may be said, the likeliest first. */
export const phoneticKeys = (word: string): PhoneticKeys => {
  const sounds = known?.get(word) ?? said(word)
  known?.set(word, sounds)
  return sounds
}
