import { beginningOf, significantWords, spellingsOf } from '#domain/person/NameLetters.ts'
import type { ScreenedPerson } from './ScreenedPerson.ts'

/** Whether the four letters of an RFC may be those of a person. */

/** Letters with which words begin that may sound the same. */
const alikeSounds = ['BV', 'CSZ', 'CKQ', 'GJ', 'GHW', 'IJLY', 'HY']

const isAlike = (one: string, other: string): boolean =>
  one === other || one === 'X' || other === 'X' || alikeSounds.some((all) => all.includes(one) && all.includes(other))

/** Guillén is also written Gillén, Ybarra Ibarra. */
const isVowelAlike = (one: string, other: string): boolean =>
  one === other || one === 'X' || other === 'X' || ['UE', 'UI', 'EU', 'IU'].includes(one + other)

const isBeginningAlike = (one: string, other: string): boolean =>
  isAlike(one.charAt(0), other.charAt(0)) && isVowelAlike(one.charAt(1), other.charAt(1))

/**
 * Both RFC and CURP put X for what a name does not have and in inconvenient words, each in a place of its
 * own; and where there is one surname only, or one of two letters, their rules differ. An RFC may be of another
 * spelling of the surnames: whether they are the same is for the names to tell. Of given names
 * that begin with María or José, or M. and J., the one takes that letter where the other takes the next
 * name's: neither says which of them does so.
 */
export const lettersAgree = (rfc: string, { letters, name }: ScreenedPerson): boolean => {
  const { primerApellido, segundoApellido } = name
  if (segundoApellido === null || (significantWords(primerApellido)[0] ?? '').length <= 2) return true
  const listed = rfc.replaceAll('Ñ', 'X')
  const [second, given] = [listed.charAt(2), listed.charAt(3)]
  const own = letters.charAt(3)
  const isGivenAlike = given === own || [given, own].some((letter) => 'MJX'.includes(letter))
  // The spellings last: they take longer, and hardly anybody born on a day gets so far.
  return (
    isGivenAlike &&
    (isAlike(letters.charAt(2), second) ||
      spellingsOf(segundoApellido).some((one) => isAlike(one.charAt(0), second))) &&
    (isBeginningAlike(letters, listed) ||
      spellingsOf(primerApellido).some((one) => isBeginningAlike(beginningOf(one), listed)))
  )
}

/** Letters of `alikeSounds` that are alike over any number of steps, under the first of them. */
const groups = ['BV', 'CKQSZ', 'GHIJLWY']

const groupOf = (letter: string): string => groups.find((group) => group.includes(letter))?.charAt(0) ?? letter

/** Of an RFC with an X there, which may stand for any letter. */
const anyGroup = '?'

/** What the first letters of both surnames leave of an RFC. */
export const surnameGroupOf = (rfc: string): string => {
  const listed = rfc.replaceAll('Ñ', 'X')
  const both = groupOf(listed.charAt(0)) + groupOf(listed.charAt(2))
  return both.includes('X') ? anyGroup : both
}

/** Every one that an RFC may have whose letters agree with the person's; null where it may be any. */
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
