/** Digits and letters of ASCII: what stands in identifiers and keys, and needs no escape anywhere. */
export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A non-negative integer in base62, padded with zeros to `length`; digits beyond it are left out. */
export const toBase62 = (value: bigint, length: number): string => {
  const digits = Array.from({ length }, () => '')
  let rest = value
  for (let place = length - 1; place >= 0; place--) {
    digits[place] = base62Alphabet.charAt(Number(rest % 62n))
    rest /= 62n
  }
  // Joined at once: a text to which one digit after another is added keeps an object for each.
  return digits.join('')
}
