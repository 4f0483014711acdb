import { DateTime } from 'effect'
import { toBase62 } from '#domain/helpers/Base62.ts'

/**
 * Partner keys: `avs_live_` or `avs_test_`, 43 base62 characters (256 random bits) and 6 base62 characters of CRC-32
 * over everything before them (contract 5.3). With the checksum, a mistyped key is refused without a database query.
 */

export type Environment = 'sandbox' | 'production'

const prefixes = { sandbox: 'avs_test_', production: 'avs_live_' } as const
const form = /^avs_(?:live|test)_[0-9A-Za-z]{49}$/
const checksumLength = 6

/** CRC-32/ISO-HDLC, as in zip and Ethernet. */
const crc32 = (ascii: string): number => {
  let remainder = 0xffffffff
  for (let index = 0; index < ascii.length; index++) {
    remainder ^= ascii.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  }
  return (remainder ^ 0xffffffff) >>> 0
}

const checksum = (text: string): string => toBase62(BigInt(crc32(text)), checksumLength)

/** The key for 256 random bits. */
export const make = (environment: Environment, random: bigint): string => {
  const unchecked = prefixes[environment] + toBase62(random, 43)
  return unchecked + checksum(unchecked)
}

export const isWellFormed = (text: string, environment: Environment): boolean =>
  form.test(text) &&
  text.startsWith(prefixes[environment]) &&
  text.slice(-checksumLength) === checksum(text.slice(0, -checksumLength))

/** Whether a key has expired: it is refused from `expiresAt` on. */
export const isExpired = (expiresAt: DateTime.Utc | null, now: DateTime.Utc): boolean =>
  expiresAt !== null && DateTime.isLessThanOrEqualTo(expiresAt, now)

/** Evicts the oldest remembered keys beyond a limit. */
export const forgetOldest = <A>(most: number, noted: Map<string, A> | Set<string>): void => {
  // Checked first: finding the oldest passes all entries deleted before it, which may be thousands.
  if (noted.size <= most) return
  for (const oldest of noted.keys()) {
    if (noted.size <= most) return
    noted.delete(oldest)
  }
}
