/** Digits and letters of ASCII: what stands in identifiers and keys, and needs no escape anywhere. */
export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A non-negative integer in base62, padded with zeros to `length`; digits beyond it are left out. */
export const toBase62 = (value: bigint, length: number): string => {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= 62n) {
    digits = base62Alphabet.charAt(Number(rest % 62n)) + digits
  }
  return digits
}
