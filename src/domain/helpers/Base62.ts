/** ASCII digits and letters, for identifiers and keys: they need no escaping anywhere. */
export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A non-negative integer in base62, padded with zeros to `length`. Digits beyond `length` are dropped. */
export const toBase62 = (value: bigint, length: number): string => {
  const digits = Array.from({ length }, () => '')
  let rest = value
  for (let place = length - 1; place >= 0; place--) {
    digits[place] = base62Alphabet.charAt(Number(rest % 62n))
    rest /= 62n
  }
  // Joined at once: appending one digit at a time would retain an object for each.
  return digits.join('')
}
