import type { Curp } from '#domain/person/Curp.ts'
import { holdsName } from '#domain/person/NameText.ts'
import { companions } from '#domain/person/NameWords.ts'
import type { RegisteredName, Subject } from '#domain/person/Subject.ts'
import type { IdentityFindings } from './Findings.ts'
import { areTooMany, type Claim, claimsOf, type Part, parts, type Texts, type Word, wordsOf } from './NameClaims.ts'

/**
 * Whether the name that a partner gave is the name in the population registry (contract 2.26). Given names and surnames
 * are compared as one text, because forms put words into the wrong fields.
 */

export type NameAgreement = Extract<IdentityFindings, { readonly _tag: 'existe' }>['nombre']

type GivenName = Omit<Subject, 'curp'>
type Words = ReadonlyArray<Word>

/** If more words than this are only placed, it is another name. */
const mostPlaced = 2

const isTelling = ({ isOptional }: Word): boolean => !isOptional

/** The words of both names, and the claims between them. */
interface Compared {
  readonly given: Words
  readonly registered: Words
  readonly claims: ReadonlyArray<Claim>
  readonly claimed: ReadonlySet<Word>
  readonly sex: Curp['sex']
}

const tellingOf = ({ registered }: Pick<Compared, 'registered'>, part: Part): Words =>
  registered.filter((word) => word.part === part && isTelling(word))

const claimsFor = ({ claims }: Compared, ...of: ReadonlyArray<Part>): ReadonlyArray<Claim> =>
  claims.filter(({ registered }) => registered.some(({ part }) => of.includes(part)))

const companionOf = (word: Word | undefined): string | null => {
  if (word === undefined) return null
  return word.text === 'MA' ? 'MARIA' : (companions.get(word.text) ?? null)
}

/** A first name María means a woman, and a first name José a man. */
const isOfOtherSex = (sex: Curp['sex'], companion: string): boolean =>
  (sex === 'H' && companion === 'MARIA') || (sex === 'M' && companion === 'JOSE')

/** María or José before the first given name, which agrees. The registry may omit it, as forms do. */
const isAddedCompanion = (word: Word, compared: Compared): boolean => {
  const [first, next] = compared.given.filter(isTelling)
  const [registered] = tellingOf(compared, 'given')
  const isBefore = compared.claims.some(
    (claim) => claim.given.some((one) => one === next) && claim.registered.some((one) => one === registered),
  )
  return word === first && companionOf(word) !== null && isBefore
}

/** A field that repeats what another field has. */
const isRepeated = (word: Word, { given, claimed }: Compared): boolean =>
  given.some((other) => other !== word && other.text === word.text && claimed.has(other))

/** `Soto de García`, `Soto viuda de García`: the husband's surname, at the end. */
const isMarriedName = (word: Word, compared: Compared): boolean => {
  const { given, sex } = compared
  const before = given[word.place - 1]?.text ?? ''
  return (
    sex !== 'H' &&
    ['DE', 'VDA', 'VIUDA'].includes(before) &&
    given.filter(isTelling).at(-1) === word &&
    claimsFor(compared, 'first', 'second').length > 0
  )
}

type Rest = 'repeated' | 'placed' | 'nobody'

/** What a given word is that claims no word of the registered name. */
const restOf = (word: Word, compared: Compared): Rest => {
  if (isRepeated(word, compared)) {
    const isInPlaceOfAnother = tellingOf(compared, word.part).some((other) => !compared.claimed.has(other))
    return isInPlaceOfAnother ? 'placed' : 'repeated'
  }
  return isAddedCompanion(word, compared) || isMarriedName(word, compared) ? 'placed' : 'nobody'
}

/** María and José never stand for each other, and never contradict the CURP. */
const isOtherCompanion = (compared: Compared): boolean => {
  const { given, claims, sex } = compared
  const isGivenName = (word: Word) =>
    isAddedCompanion(word, compared) ||
    claims.some((claim) => claim.given[0] === word && claim.registered[0]?.part === 'given')
  const first = given.find(isGivenName)
  const claim = claims.find((one) => first !== undefined && one.given.includes(first))
  const mine = companionOf(claim === undefined ? first : claim.registered[0])
  const theirs = companionOf(tellingOf(compared, 'given')[0])
  return mine !== null && mine !== theirs && (theirs !== null || isOfOtherSex(sex, mine))
}

const longestInOrder = (places: ReadonlyArray<number>): number => {
  const lengths: Array<number> = []
  for (const [index, place] of places.entries()) {
    const before = lengths.filter((_, other) => other < index && (places[other] ?? 0) < place)
    lengths.push(1 + Math.max(0, ...before))
  }
  return Math.max(0, ...lengths)
}

/** The number of words that are out of order. Surnames may come first. */
const movedWords = ({ claims, registered }: Compared): number => {
  const inOrder = claims
    .filter((claim) => claim.given.some(isTelling))
    .toSorted((one, other) => (one.given[0]?.place ?? 0) - (other.given[0]?.place ?? 0))
    .flatMap((claim) => claim.registered.slice(0, 1))
  const surnamesFirst = ({ part, place }: Word) => (part === 'given' ? place + registered.length : place)
  return (
    inOrder.length -
    Math.max(longestInOrder(inOrder.map(({ place }) => place)), longestInOrder(inOrder.map(surnamesFirst)))
  )
}

/** Whether the first given name is there, if any is. María and José may be omitted before another. */
const hasFirstGivenName = (compared: Compared): boolean => {
  const [first, second] = tellingOf(compared, 'given')
  const isClaimed = (word: Word | undefined) => word !== undefined && compared.claimed.has(word)
  return (
    claimsFor(compared, 'given').length === 0 || isClaimed(first) || (companionOf(first) !== null && isClaimed(second))
  )
}

/** `Montes` for Montes de Oca. */
const isHalf = (words: Words, { claimed }: Compared): boolean => {
  const count = words.filter((word) => claimed.has(word)).length
  return count > 0 && count < words.length
}

/** The second surname alone, in another field than its own. */
const isSecondAlone = (compared: Compared): boolean =>
  tellingOf(compared, 'first').length > 0 &&
  claimsFor(compared, 'first').length === 0 &&
  claimsFor(compared, 'second').some((claim) => claim.given.some(({ part }) => part !== 'second'))

/** One initial is too little for the given names, and for the surnames. */
const isOneInitial = (claims: ReadonlyArray<Claim>): boolean => claims.length === 1 && claims[0]?.manner === 'initial'

const isWritten = (compared: Compared): boolean =>
  compared.claims.some(({ manner }) => manner === 'equal' || manner === 'short') &&
  hasFirstGivenName(compared) &&
  !isSecondAlone(compared) &&
  !isOneInitial(claimsFor(compared, 'given')) &&
  !isOneInitial(claimsFor(compared, 'first', 'second')) &&
  !(['first', 'second'] as const).some((part) => isHalf(tellingOf(compared, part), compared))

const agreementOf = (compared: Compared): NameAgreement => {
  const { given, claims, claimed } = compared
  const rests = given.filter((word) => isTelling(word) && !claimed.has(word)).map((word) => restOf(word, compared))
  if (rests.length === 0 && claims.length === 0) return 'no_proporcionado'
  if (rests.includes('nobody') || isOtherCompanion(compared)) return 'no_coincide'
  const placedClaims = claims.filter(({ manner }) => manner === 'placed').length
  const placed = placedClaims + rests.filter((rest) => rest === 'placed').length + movedWords(compared)
  if (placed > mostPlaced || placedClaims === claims.length) return 'no_coincide'
  return placed === 0 && isWritten(compared) ? 'coincide' : 'no_concluye'
}

const textsOf = ({ nombre, apellidoPaterno, apellidoMaterno }: GivenName): Texts => ({
  given: nombre,
  first: apellidoPaterno,
  second: apellidoMaterno,
})

const registeredTexts = ({ nombres, primerApellido, segundoApellido }: RegisteredName): Texts => ({
  given: nombres,
  first: primerApellido,
  second: segundoApellido,
})

const plain = (text: string | null): string => (text ?? '').normalize('NFC').toUpperCase().trim()

interface Result {
  readonly agreement: NameAgreement
  /** Whether a given name and a surname agree. */
  readonly isFullName: boolean
}

const comparedNames = (name: GivenName, registeredName: RegisteredName, sex: Curp['sex']): Result => {
  const [texts, registeredAs] = [textsOf(name), registeredTexts(registeredName)]
  // Equality comes first: a name of any length, or one that looks like a filler, is that name.
  const areEqual = parts.every((part) => plain(texts[part]) === plain(registeredAs[part]))
  if (areEqual) return { agreement: 'coincide', isFullName: true }
  const [given, registered] = [wordsOf(texts), wordsOf(registeredAs)]
  if (areTooMany(given) || areTooMany(registered)) return { agreement: 'no_coincide', isFullName: false }
  const claims = claimsOf(given, registered, sex)
  const claimed = new Set(claims.flatMap((claim) => [...claim.given, ...claim.registered]))
  const compared = { given, registered, claims, claimed, sex }
  return {
    agreement: agreementOf(compared),
    isFullName: claimsFor(compared, 'given').length > 0 && claimsFor(compared, 'first', 'second').length > 0,
  }
}

/** How the words of the given name agree with the registered name, also if a part was not given. */
export const nameAgreement = (given: GivenName, registered: RegisteredName, sex: Curp['sex']): NameAgreement =>
  comparedNames(given, registered, sex).agreement

/**
 * The finding about the name. What agrees counts only if it has a given name and a surname: less than that is many
 * people's name.
 */
export const nameFinding = (given: GivenName, registered: RegisteredName, sex: Curp['sex']): NameAgreement => {
  const { agreement, isFullName } = comparedNames(given, registered, sex)
  return agreement === 'coincide' && !isFullName ? 'no_proporcionado' : agreement
}

/** Whether any field of a form holds a name. */
export const holdsAnyName = (name: GivenName): boolean => parts.some((part) => holdsName(textsOf(name)[part]))

/** Whether a form holds a given name and a surname, each in its field. */
export const holdsFullName = ({ nombre, apellidoPaterno, apellidoMaterno }: GivenName): boolean =>
  holdsName(nombre) && (holdsName(apellidoPaterno) || holdsName(apellidoMaterno))
