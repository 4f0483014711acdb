import type { RegisteredName } from './Subject.ts'

/** Derives the first four letters of a CURP from the name, by the registry's rules. */

/** Skipped, unless a surname has no other word. */
export const particles: ReadonlySet<string> = new Set(
  'DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LOS MAC MC VAN VON Y'.split(' '),
)
/** Skipped before another given name. */
export const companions: ReadonlySet<string> = new Set('MARIA MA M JOSE J'.split(' '))

/** In capitals, Ñ as X. */
const capitals = (text: string): ReadonlyArray<string> =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replaceAll('Ñ', 'X')
    .normalize('NFD')
    .replace(/[\p{M}'’`´]/gu, '')
    .split(/[^A-Z]+/)
    .filter((word) => word !== '')

/** The words of a surname or of given names that the registry uses, in capitals, with Ñ as X. */
export const significantWords = (text: string): ReadonlyArray<string> => {
  const words = capitals(text)
  const significant = words.filter((word) => !particles.has(word))
  return significant.length === 0 ? words : significant
}

/**
 * The first words that a surname may have in other spellings: `DELACRUZ` and `DE LA CRUZ` are one surname, and so are
 * `ERRERA` and `HERRERA`.
 */
export const spellingsOf = (surname: string): ReadonlyArray<string> => {
  const [first = ''] = significantWords(surname)
  const apart = first.replace(/^DE(?:LAS|LOS|LA|L)?(?=[A-Z]{4})/, '')
  const words = capitals(surname)
  const together = words.slice(0, words.indexOf(first) + 1).join('')
  const silent = /^H?(?=[AEIOU])/.test(first) ? [first.startsWith('H') ? first.slice(1) : `H${first}`] : []
  return [first, apart, together, ...silent]
}

const givenName = (words: ReadonlyArray<string>): string => {
  const [first = '', second] = words
  return second !== undefined && companions.has(first) ? second : first
}

/** The first vowel of a surname after its first letter. */
const vowelOf = (surname: string): string => /[AEIOU]/.exec(surname.slice(1))?.[0] ?? 'X'

/** The two letters that a first surname gives to a CURP. */
export const beginningOf = (surname: string): string => surname.charAt(0) + vowelOf(surname)

/**
 * The first four letters of a CURP for a name. If they form an inconvenient word, the registry replaces the second
 * letter by X; this function does not.
 */
export const lettersOf = ({ nombres, primerApellido, segundoApellido }: RegisteredName): string => {
  const [first = ''] = significantWords(primerApellido)
  const [second = ''] = significantWords(segundoApellido ?? '')
  return [first.charAt(0), vowelOf(first), second.charAt(0), givenName(significantWords(nombres)).charAt(0)]
    .map((letter) => letter || 'X')
    .join('')
}
