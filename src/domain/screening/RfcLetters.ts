import { beginningOf, significantWords, spellingsOf } from '#domain/person/NameLetters.ts'
import type { ScreenedPerson } from './ScreenedPerson.ts'

/** Compares the four letters of an RFC with a person's name. */

/** Initial letters that may sound the same. */
const alikeSounds = ['BV', 'CSZ', 'CKQ', 'GJ', 'GHW', 'IJLY', 'HY']

const isAlike = (one: string, other: string): boolean =>
  one === other || one === 'X' || other === 'X' || alikeSounds.some((all) => all.includes(one) && all.includes(other))

/** Guillén is also written Gillén, and Ybarra Ibarra. */
const isVowelAlike = (one: string, other: string): boolean =>
  one === other || one === 'X' || other === 'X' || ['UE', 'UI', 'EU', 'IU'].includes(one + other)

const isBeginningAlike = (one: string, other: string): boolean =>
  isAlike(one.charAt(0), other.charAt(0)) && isVowelAlike(one.charAt(1), other.charAt(1))

/**
 * Whether the letters of an RFC may belong to the person. RFC and CURP both put X for a missing letter and in
 * inconvenient words, but in different positions, and their rules differ for a single surname and for one of two
 * letters. An RFC may use another spelling of the surnames; the comparison of names decides whether they are the same.
 * For given names that begin with María or José, or M. and J., one identifier uses that letter and the other the next
 * name's, and it is unknown which one does.
 */
export const lettersAgree = (rfc: string, { letters, name }: ScreenedPerson): boolean => {
  const { primerApellido, segundoApellido } = name
  if (segundoApellido === null || (significantWords(primerApellido)[0] ?? '').length <= 2) return true
  const listed = rfc.replaceAll('Ñ', 'X')
  const [second, given] = [listed.charAt(2), listed.charAt(3)]
  const own = letters.charAt(3)
  const isGivenAlike = given === own || [given, own].some((letter) => 'MJX'.includes(letter))
  // The spellings are compared last. They take longer, and few people born on the same day get this far.
  return (
    isGivenAlike &&
    (isAlike(letters.charAt(2), second) ||
      spellingsOf(segundoApellido).some((one) => isAlike(one.charAt(0), second))) &&
    (isBeginningAlike(letters, listed) ||
      spellingsOf(primerApellido).some((one) => isBeginningAlike(beginningOf(one), listed)))
  )
}

/** Groups of letters of `alikeSounds` that are connected by any number of steps. The first letter names the group. */
const groups = ['BV', 'CKQSZ', 'GHIJLWY']

const groupOf = (letter: string): string => groups.find((group) => group.includes(letter))?.charAt(0) ?? letter

/** The group of an RFC with an X in these positions, which may stand for any letter. */
const anyGroup = '?'

/** The group of an RFC by the first letters of both surnames. */
export const surnameGroupOf = (rfc: string): string => {
  const listed = rfc.replaceAll('Ñ', 'X')
  const both = groupOf(listed.charAt(0)) + groupOf(listed.charAt(2))
  return both.includes('X') ? anyGroup : both
}

/** Every group that a matching RFC may have; null if it may have any. */
export const surnameGroupsFor = ({
  letters,
  name,
}: Pick<ScreenedPerson, 'letters' | 'name'>): ReadonlyArray<string> | null => {
  const { primerApellido, segundoApellido } = name
  if (segundoApellido === null || (significantWords(primerApellido)[0] ?? '').length <= 2) return null
  const [first = [], second = []] = [primerApellido, segundoApellido].map((surname, place) => {
    const beginnings = [letters.charAt(2 * place), ...spellingsOf(surname).map((spelling) => spelling.charAt(0))]
    return [...new Set(beginnings.map(groupOf))]
  })
  if ([...first, ...second].includes('X')) return null
  return [anyGroup, ...first.flatMap((one) => second.map((other) => one + other))]
}
