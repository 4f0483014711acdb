import { joined, type PhoneticName } from './PhoneticName.ts'

/**
 * What of a name an entry is found by where no exact date is known: two of its three parts as they sound, and the first
 * letter of the third, since the third may hold a slip; or, of who has one surname, that and the given names.
 */

/** What lists leave out of a name as often as they write it. */
export const unwritten: ReadonlySet<string> = new Set(['MARIA', 'JOSE', 'M', 'J'])

/** Every way in which one of these words may be said. */
const soundsIn = (words: ReadonlyArray<PhoneticName>): ReadonlyArray<string> => [
  ...new Set(words.flatMap(({ sounds }) => sounds)),
]

const initialsOf = (sounds: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(sounds.map((sound) => `${sound.slice(0, 1)}.`)),
]

const combined = (...parts: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  parts.reduce<ReadonlyArray<string>>((keys, part) => keys.flatMap((key) => part.map((one) => `${key} ${one}`)), [''])

/** Each on its own, and all of them joined. */
const someOf = (givenNames: ReadonlyArray<PhoneticName>): ReadonlyArray<string> =>
  soundsIn([...givenNames, joined(givenNames)])

/** Names that may be said in several ways are taken in each of them up to so many: the ways multiply. */
const mostTwofold = 3

const waysOf = (names: ReadonlyArray<PhoneticName>): ReadonlyArray<ReadonlyArray<string>> => {
  const twofold = names.filter(({ sounds }) => sounds.length > 1).slice(0, mostTwofold)
  return names.map((name) => (twofold.includes(name) ? name.sounds : [name.sounds[0]]))
}

/** All of them joined, and all in the order of the alphabet but for María and José. */
const allOf = (givenNames: ReadonlyArray<PhoneticName>): ReadonlyArray<string> => {
  const telling = givenNames.filter(({ written }) => !unwritten.has(written))
  const inOrder = combined(...waysOf(telling)).map((sounds) => sounds.split(' ').toSorted().join(' '))
  return [...new Set([...joined(givenNames).sounds, ...inOrder])]
}

/** Given names, as a letter of one of them, and as what of them must be the same. */
interface GivenKeys {
  readonly initials: ReadonlyArray<string>
  readonly sounds: ReadonlyArray<string>
}

/** Marks one of several, which says less. */
const oneOf = (sounds: ReadonlyArray<string>): ReadonlyArray<string> => sounds.map((sound) => `~${sound}`)

/** Of an entry, by which who was born abroad is searched too. */
export const listedGivenKeys = (givenNames: ReadonlyArray<PhoneticName>): GivenKeys => ({
  initials: initialsOf(someOf(givenNames)),
  sounds: [...allOf(givenNames), ...(givenNames.length > 1 ? oneOf(soundsIn(givenNames)) : [])],
})

/** Of a person. Names that come from other alphabets may differ in two parts by a little: of these one given name is enough. */
export const givenKeys = (givenNames: ReadonlyArray<PhoneticName>, bornAbroad: boolean): GivenKeys => {
  const [some, all] = [someOf(givenNames), allOf(givenNames)]
  return { initials: initialsOf(some), sounds: bornAbroad ? [...new Set([...all, ...some, ...oneOf(some)])] : all }
}

/** The keys of two surnames, each as it may sound, and given names. */
export const twoSurnameKeys = (
  first: ReadonlyArray<PhoneticName>,
  second: ReadonlyArray<PhoneticName>,
  { initials, sounds }: GivenKeys,
): ReadonlyArray<string> => {
  const [one, two] = [soundsIn(first), soundsIn(second)]
  return [
    ...combined(one, two, initials),
    ...combined(one, initialsOf(two), sounds),
    ...combined(initialsOf(one), two, sounds),
  ]
}

/** Of one surname, which must be the same and so must the given names. */
export const oneSurnameKeys = (surname: ReadonlyArray<PhoneticName>, { sounds }: GivenKeys): ReadonlyArray<string> =>
  combined(soundsIn(surname), sounds)
