/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const digits = '0123456789'
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lower = upper.toLowerCase()
const base62 = digits + upper + lower

export const alphabets = {
  digits,
  upper,
  lower,
  base62,
  hex: '0123456789abcdef',
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  base36: digits + lower,
  base64url: `${base62}-_`,
  crockford: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
}

/** A text of this length, of characters of an alphabet. */
export const taking =
  (random: () => number) =>
  (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('')

/** One maker for each kind of identifier that machines make, and for folios with a series of letters. */
export const machineMakers = (random: () => number): ReadonlyArray<() => string> => {
  const take = taking(random)
  const { hex, base32, base36, base64url, crockford } = alphabets
  const uuid = (): string =>
    `${take(hex, 8)}-${take(hex, 4)}-4${take(hex, 3)}-${take('89ab', 1)}${take(hex, 3)}-${take(hex, 12)}`
  return [
    uuid,
    () => uuid().toUpperCase(),
    () => uuid().replaceAll('-', ''),
    () => `sol-${uuid()}`,
    () => `depto_${uuid()}`,
    // ULID, KSUID, nanoid
    () => take(crockford, 26),
    () => take(crockford, 26).toLowerCase(),
    () => `req_${take(crockford, 26)}`,
    () => take(base62, 27),
    ...[10, 21, 22, 43].map((length) => () => take(base64url, length)),
    () => `app_${take(base64url, 21)}`,
    ...[7, 24, 32, 40, 64].map((length) => () => take(hex, length)),
    () => `${take(hex, 8)}-${take(hex, 4)}`,
    () => `sol-${take(hex, 4)}-${take(hex, 4)}-${take(hex, 4)}`,
    () => take(base32, 16),
    () => take(base36, 24),
    () => `${take(base36, 4)}-${take(base36, 4)}-${take(base36, 4)}`.toUpperCase(),
    () => take(base62, 24),
    () => `prop_${take(base62, 24)}`,
    () => take(lower, 12),
    () => take(digits, 19),
    // Folios
    ...[1, 2, 3, 4].map((length) => () => `${take(upper, length)}-${take(digits, 5)}`),
    () => `${take(upper, 3)}${take(digits, 6)}`,
    () => `${take(upper, 2)}-${take(digits, 4)}-${take(upper, 2)}`,
  ]
}
