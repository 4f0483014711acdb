import type { RegisteredName } from './RegisteredName.ts'

/** The first four letters of a CURP, which come from the name. The rules are the registry's. */

/** Passed over, unless a surname is nothing else. */
export const particles: ReadonlySet<string> = new Set(
  'DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LOS MAC MC VAN VON Y'.split(' '),
)
/** Passed over before another given name. */
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

/** Of a surname or given names, in capitals, Ñ as X: those by which the registry goes. */
export const significantWords = (text: string): ReadonlyArray<string> => {
  const words = capitals(text)
  const significant = words.filter((word) => !particles.has(word))
  return significant.length === 0 ? words : significant
}

/** `DELACRUZ` and `DE LA CRUZ` are one surname, and `ERRERA` and `HERRERA`: what a surname may begin with in another spelling. */
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

/** The first vowel of a surname behind its first letter. */
const vowelOf = (surname: string): string => /[AEIOU]/.exec(surname.slice(1))?.[0] ?? 'X'

/** What a surname gives to a CURP where it is the first one. */
export const beginningOf = (surname: string): string => surname.charAt(0) + vowelOf(surname)

/** What a name begins a CURP with. Where that makes an inconvenient word, the registry puts X for its second letter. */
export const lettersOf = ({ nombres, primerApellido, segundoApellido }: RegisteredName): string => {
  const [first = ''] = significantWords(primerApellido)
  const [second = ''] = significantWords(segundoApellido ?? '')
  return [first.charAt(0), vowelOf(first), second.charAt(0), givenName(significantWords(nombres)).charAt(0)]
    .map((letter) => letter || 'X')
    .join('')
}
