import { companions } from '#domain/person/NameWords.ts'
import { joined, type PhoneticName } from './PhoneticName.ts'

/**
 * The parts of a name that find an entry without an exact date. With two surnames: two of the three parts by their
 * sounds, and the first letter of the third, which may contain a slip. With one surname: the surname and the given
 * names.
 */

const soundsIn = (words: ReadonlyArray<PhoneticName>): ReadonlyArray<string> => [
  ...new Set(words.flatMap(({ sounds }) => sounds)),
]

const initialsOf = (sounds: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(sounds.map((sound) => `${sound.slice(0, 1)}.`)),
]

const combined = (...parts: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  parts.reduce<ReadonlyArray<string>>((keys, part) => keys.flatMap((key) => part.map((one) => `${key} ${one}`)), [''])

/** Every pronunciation of each name, and of all names joined. */
const someOf = (givenNames: ReadonlyArray<PhoneticName>): ReadonlyArray<string> =>
  soundsIn([...givenNames, joined(givenNames)])

/** At most this many names are tried in every pronunciation, because the combinations multiply. */
const mostTwofold = 3

const waysOf = (names: ReadonlyArray<PhoneticName>): ReadonlyArray<ReadonlyArray<string>> => {
  const twofold = names.filter(({ sounds }) => sounds.length > 1).slice(0, mostTwofold)
  return names.map((name) => (twofold.includes(name) ? name.sounds : [name.sounds[0]]))
}

/** All names joined, and all names but María and José in alphabetical order. */
const allOf = (givenNames: ReadonlyArray<PhoneticName>): ReadonlyArray<string> => {
  const telling = givenNames.filter(({ written }) => !companions.has(written))
  const inOrder = combined(...waysOf(telling)).map((sounds) => sounds.split(' ').toSorted().join(' '))
  return [...new Set([...joined(givenNames).sounds, ...inOrder])]
}

/** Initials of single given names, and sounds that must be equal. */
interface GivenKeys {
  readonly initials: ReadonlyArray<string>
  readonly sounds: ReadonlyArray<string>
}

/** Marks the sound of one name out of several, which is weaker evidence. */
const oneOf = (sounds: ReadonlyArray<string>): ReadonlyArray<string> => sounds.map((sound) => `~${sound}`)

/** The given-name keys of an entry. They include single names, for persons born abroad. */
export const listedGivenKeys = (givenNames: ReadonlyArray<PhoneticName>): GivenKeys => ({
  initials: initialsOf(someOf(givenNames)),
  sounds: [...allOf(givenNames), ...(givenNames.length > 1 ? oneOf(soundsIn(givenNames)) : [])],
})

/**
 * The given-name keys of a person. Names from other alphabets may differ slightly in two parts, so one given name
 * suffices for persons born abroad.
 */
export const givenKeys = (givenNames: ReadonlyArray<PhoneticName>, bornAbroad: boolean): GivenKeys => {
  const [some, all] = [someOf(givenNames), allOf(givenNames)]
  return { initials: initialsOf(some), sounds: bornAbroad ? [...new Set([...all, ...some, ...oneOf(some)])] : all }
}

/** Keys of two surnames, in every pronunciation, with the given names. */
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

/** Keys of one surname. Surname and given names must be equal. */
export const oneSurnameKeys = (surname: ReadonlyArray<PhoneticName>, { sounds }: GivenKeys): ReadonlyArray<string> =>
  combined(soundsIn(surname), sounds)
