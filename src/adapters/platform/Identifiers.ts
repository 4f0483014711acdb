import { randomBytes } from 'node:crypto'
import { Effect, Layer } from 'effect'
import { toBase62 } from '#domain/ApiKey.ts'
import { Identifiers } from '#ports/Identifiers.ts'

/** 22 base62 characters hold the 128 bits. */
const characters = 22

/**
 * Identifiers made of `random` bytes; by default the operating system's.
 *
 * @param random returns the given number of bytes
 */
export const layer = (random: (bytes: number) => Uint8Array = randomBytes) =>
  Layer.succeed(Identifiers, {
    next: (prefix) =>
      Effect.sync(() => {
        const bits = BigInt(`0x${Buffer.from(random(16)).toString('hex')}`)
        return `${prefix}_${toBase62(bits, characters)}`
      }),
  })
