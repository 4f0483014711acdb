import { hash, randomFillSync } from 'node:crypto'
import { Effect, Layer } from 'effect'
import { base62Alphabet, toBase62 } from '#domain/helpers/Base62.ts'
import { Identifiers } from '#ports/Identifiers.ts'

/** 22 base62 characters hold more than 128 bits. */
const characters = 22
/** Larger bytes are skipped, because they would favour the first characters of the alphabet. */
const fair = 256 - (256 % base62Alphabet.length)

/** A digest of the verification's random id: as hard to guess as the id, and it does not reveal the id. */
const eventOf = (verificationId: string): string =>
  `evt_${toBase62(BigInt(`0x${hash('sha256', `cotejo event of ${verificationId}`)}`), characters)}`

/** @param poolBytes how many bytes are drawn at once */
export const layer = (random: (bytes: Uint8Array) => Uint8Array = randomFillSync, poolBytes = 4_096) =>
  Layer.sync(Identifiers, () => {
    const pool = new Uint8Array(poolBytes)
    let used = pool.length

    const byte = (): number => {
      if (used === pool.length) {
        random(pool)
        used = 0
      }
      used += 1
      return pool[used - 1] ?? 0
    }

    const text = (): string => {
      let made = ''
      while (made.length < characters) {
        const drawn = byte()
        if (drawn < fair) made += base62Alphabet.charAt(drawn % base62Alphabet.length)
      }
      return made
    }

    return Identifiers.of({ next: (prefix) => Effect.sync(() => `${prefix}_${text()}`), eventOf })
  })
