import type { RegisteredName, Subject } from '#domain/person/Subject.ts'
import type { IdentityFindings } from './Findings.ts'

/**
 * Whether the name that a partner gave is the name in the population registry. It accepts the ways in which one name is
 * written: accents, case, Ñ or N, hyphens, particles, María abbreviated or omitted. Different letters are a different
 * name, because a typing error cannot be distinguished from another person's name.
 */

export type NameAgreement = Extract<IdentityFindings, { readonly _tag: 'existe' }>['nombre']

/** Particles are often omitted, so the rest of a name is compared. A name of particles only is compared as it is. */
export const particles: ReadonlySet<string> = new Set(
  'DA DAS DE DEL DER DI DIE EL LA LAS LE LES LOS VAN VON Y'.split(' '),
)

/** Abbreviations in given names: `M` and `J` have no other meaning there. */
export const abbreviations: ReadonlyMap<string, string> = new Map([
  ['MA', 'MARIA'],
  ['M', 'MARIA'],
  ['J', 'JOSE'],
])
/** Often omitted before another given name, as in the CURP itself. */
export const oftenUnwritten: ReadonlySet<string> = new Set(['MARIA', 'JOSE'])

type Words = ReadonlyArray<string>

/**
 * Words in capitals without marks and invisible characters. An apostrophe does not separate words (`D'Angelo`), and Ñ
 * is an N with a mark.
 */
const wordsOf = (text: string): Words =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}'’´\x60]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const withoutParticles = (words: Words): Words => {
  const others = words.filter((word) => !particles.has(word))
  return others.length === 0 ? words : others
}

/** `De la Cruz`, `Cruz` and `Delacruz` are one surname, and so are `San Juan` and `Sanjuan`. */
const isSame = (one: Words, other: Words): boolean =>
  one.join('') === other.join('') || withoutParticles(one).join(' ') === withoutParticles(other).join(' ')

const isWithin = (some: Words, all: Words): boolean => {
  const found = all.reduce((count, word) => (word === some[count] ? count + 1 : count), 0)
  return found === some.length
}

/** Whether the first names are equal, and the words of one appear in the other in the same order. */
const beginAlike = (one: Words, other: Words): boolean =>
  one[0] === other[0] && (isWithin(one, other) || isWithin(other, one))

/** Abbreviations written out, without particles. */
const inFull = (words: Words): Words => withoutParticles(words).map((word) => abbreviations.get(word) ?? word)

const withoutUnwritten = (words: Words): Words => {
  const [first = '', ...others] = words
  return others.length > 0 && oftenUnwritten.has(first) ? others : words
}

const isSameGivenName = (one: Words, other: Words): boolean => {
  if (isSame(one, other)) return true
  const mine = inFull(one)
  const theirs = inFull(other)
  return beginAlike(mine, theirs) || beginAlike(withoutUnwritten(mine), withoutUnwritten(theirs))
}

/**
 * Compares each given part with its part of the registered name. Parts that were not given are null and do not count. Swapped
 * surnames do not agree.
 */
export const nameAgreement = (given: Omit<Subject, 'curp'>, registered: RegisteredName): NameAgreement => {
  const parts = [
    [given.nombre, registered.nombres, isSameGivenName],
    [given.apellidoPaterno, registered.primerApellido, isSame],
    [given.apellidoMaterno, registered.segundoApellido, isSame],
  ] as const
  const agreements = parts.flatMap(([part, its, agree]) =>
    part === null ? [] : [agree(wordsOf(part), wordsOf(its ?? ''))],
  )
  if (agreements.length === 0) return 'no_proporcionado'
  return agreements.every((agrees) => agrees) ? 'coincide' : 'no_coincide'
}
