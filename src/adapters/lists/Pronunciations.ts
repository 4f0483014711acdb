import * as PhoneticKey from '#domain/person/PhoneticKey.ts'

/** A cache for one screening. No name is kept longer. */
let known: Map<string, PhoneticKey.PhoneticKeys> | null = null

/** Runs a screening with the cache, so that each word is analysed once. */
export const readingOnce = <A>(screen: () => A): A => {
  const before = known
  known = new Map()
  try {
    return screen()
  } finally {
    known = before
  }
}

/** Every pronunciation of a word, the most likely first. */
export const phoneticKeys = (word: string): PhoneticKey.PhoneticKeys => {
  const sounds = known?.get(word) ?? PhoneticKey.phoneticKeys(word)
  known?.set(word, sounds)
  return sounds
}
