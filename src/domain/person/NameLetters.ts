import type { RegisteredName } from '#domain/evidence/RegisteredName.ts'

/** The first four letters of a CURP, which come from the name. The rules are the registry's. */

/** Passed over, unless a surname is nothing else. */
const particles: ReadonlySet<string> = new Set(
  'DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LOS MAC MC VAN VON Y'.split(' '),
)
/** Passed over before another given name. */
const companions: ReadonlySet<string> = new Set('MARIA MA M JOSE J'.split(' '))

/** Of a surname or given names, in capitals, Ñ as X: those by which the registry goes. */
export const significantWords = (text: string): ReadonlyArray<string> => {
  const words = text
    .normalize('NFC')
    .toUpperCase()
    .replaceAll('Ñ', 'X')
    .normalize('NFD')
    .replace(/[\p{M}'’`´]/gu, '')
    .split(/[^A-Z]+/)
    .filter((word) => word !== '')
  const significant = words.filter((word) => !particles.has(word))
  return significant.length === 0 ? words : significant
}

const givenName = (words: ReadonlyArray<string>): string => {
  const [first = '', second] = words
  return second !== undefined && companions.has(first) ? second : first
}

/** What a name begins a CURP with. Where that makes an inconvenient word, the registry puts X for its second letter. */
export const lettersOf = ({ nombres, primerApellido, segundoApellido }: RegisteredName): string => {
  const [first = ''] = significantWords(primerApellido)
  const [second = ''] = significantWords(segundoApellido ?? '')
  const vowel = /[AEIOU]/.exec(first.slice(1))?.[0]
  return [first.charAt(0), vowel, second.charAt(0), givenName(significantWords(nombres)).charAt(0)]
    .map((letter) => letter || 'X')
    .join('')
}
