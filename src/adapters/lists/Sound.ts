/**
 * How a name sounds in Mexican Spanish, spelled so that two spellings of one sound are the same text:
 * `Hernández` and `Ernandes`, `Vázquez` and `Basques`, `Jiménez` and `Ximénez`. The order matters: each
 * rule sees what the ones before it left. A lower-case letter stands for a
 * sound that later rules must leave alone.
 */
const rules: ReadonlyArray<readonly [spelling: RegExp, sound: string]> = [
  [/PH/g, 'F'],
  [/CH/g, 'c'],
  [/H/g, ''],
  [/QU(?=[EI])/g, 'k'],
  [/GU(?=[EI])/g, 'g'],
  [/S?C(?=[EI])/g, 'S'],
  [/G(?=[EI])/g, 'J'],
  [/g/g, 'G'],
  [/X$/, 'S'],
  [/X/g, 'J'],
  [/[CKQ]/g, 'k'],
  [/Z/g, 'S'],
  [/V/g, 'B'],
  [/LL/g, 'Y'],
  [/Y/g, 'I'],
  // What lists without Ñ make of it: Muñoz, Munoz, Munioz, Munyoz.
  [/NI(?=[AEOU])/g, 'N'],
  [/(.)\1+/g, '$1'],
]

/** The sound of a word or of several joined, in capitals from A to Z. */
export const soundOf = (word: string): string =>
  rules.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word)
