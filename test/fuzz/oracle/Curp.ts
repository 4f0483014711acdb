/** The official form of a CURP (contract 2.4), position by position. */

const entities =
  'AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE'.split(' ')
const consonants = 'BCDFGHJKLMNPQRSTVWXYZ'
const vowels = 'AEIOUX'

const isCapital = (char = ''): boolean => char >= 'A' && char <= 'Z' && char.length === 1
const isDigit = (char = ''): boolean => char >= '0' && char <= '9' && char.length === 1

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

export const isCurp = (text: string): boolean => {
  const chars = [...text]
  if (chars.length !== 18) return false
  const [prefix, date, mark = '', digit] = [chars.slice(0, 4), chars.slice(4, 10), chars[16], chars[17]]
  const [yy = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(date.slice(at, at + 2).join('')))
  return (
    prefix.every(isCapital) &&
    vowels.includes(prefix[1] ?? ' ') &&
    date.every(isDigit) &&
    'HMX'.includes(chars[10] ?? ' ') &&
    entities.includes(chars.slice(11, 13).join('')) &&
    chars.slice(13, 16).every((char) => consonants.includes(char)) &&
    (isDigit(mark) || isCapital(mark)) &&
    isDigit(digit) &&
    isDay((isDigit(mark) ? 1900 : 2000) + yy, month, day)
  )
}

/** When the day of birth in a CURP begins at Greenwich, epoch milliseconds. */
export const bornAt = (curp: string): number => {
  const [yy = 0, month = 1, day = 1] = [4, 6, 8].map((at) => Number(curp.slice(at, at + 2)))
  return Date.UTC((isDigit(curp[16]) ? 1900 : 2000) + yy, month - 1, day)
}
