import type { RegisteredName } from '#domain/person/RegisteredName.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { IdentityFindings } from './Findings.ts'

/**
 * Whether the name that a partner gave is the one that the population registry holds, for all the ways
 * in which one name is written: accents, case, Ñ or N, hyphens, particles, María shortened or left out.
 * Letters that differ are another name: a slip of the pen cannot be distinguished from somebody else's.
 */

export type NameAgreement = Extract<IdentityFindings, { readonly _tag: 'existe' }>['nombre']

/** Left out as often as written. What they leave of a name is compared; where they leave nothing, they are the name. */
export const particles: ReadonlySet<string> = new Set(
  'DA DAS DE DEL DER DI DIE EL LA LAS LE LES LOS VAN VON Y'.split(' '),
)

/** Of given names alone: `M` and `J` stand for these and for nothing else. */
export const abbreviations: ReadonlyMap<string, string> = new Map([
  ['MA', 'MARIA'],
  ['M', 'MARIA'],
  ['J', 'JOSE'],
])
/** Before another given name they are left out as often as written, as in the CURP itself. */
export const oftenUnwritten: ReadonlySet<string> = new Set(['MARIA', 'JOSE'])

type Words = ReadonlyArray<string>

/** Words in capitals without marks and what leaves no ink; an apostrophe does not part them (`D'Angelo`). Ñ is an N with a mark. */
const wordsOf = (text: string): Words =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}'’´\x60]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A part of a name as it counts: null where nothing, or no letter, was given. */
export const givenName = (part: string | null | undefined): string | null =>
  wordsOf(part ?? '').some((word) => /\p{L}/u.test(word)) ? (part ?? null) : null

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

/** The first names are the same, and whatever else one of them has is in the other too, in order. */
const beginAlike = (one: Words, other: Words): boolean =>
  one[0] === other[0] && (isWithin(one, other) || isWithin(other, one))

/** As it is written out, without particles. */
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
 * Compares what was given, part by part, with its part of the registered name; what was not given says
 * nothing. Surnames in each other's place do not agree.
 */
export const nameAgreement = (given: Omit<Subject, 'curp'>, registered: RegisteredName): NameAgreement => {
  const parts = [
    [given.nombre, registered.nombres, isSameGivenName],
    [given.apellidoPaterno, registered.primerApellido, isSame],
    [given.apellidoMaterno, registered.segundoApellido, isSame],
  ] as const
  const agreements = parts.flatMap(([part, its, agree]) => {
    const name = givenName(part)
    return name === null ? [] : [agree(wordsOf(name), wordsOf(its ?? ''))]
  })
  if (agreements.length === 0) return 'no_proporcionado'
  return agreements.every((agrees) => agrees) ? 'coincide' : 'no_coincide'
}
