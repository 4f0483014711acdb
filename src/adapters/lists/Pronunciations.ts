import * as PhoneticKey from '#domain/person/PhoneticKey.ts'

/** A cache for one screening, or for a portion of a list. No name is kept longer. */
let known: Map<string, PhoneticKey.PhoneticKeys> | null = null

/** Runs something with the cache, so that each word is analysed once. */
export const readingOnce = <A>(run: () => A): A => {
  const before = known
  known = new Map()
  try {
    return run()
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
