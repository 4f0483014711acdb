import type { ListName } from '#domain/screening/ListEntry.ts'

/** Signs that a file of the tax authority was cut off or is another list. */

export type TaxList = Extract<ListName, 'sat_69b' | 'sat_69b_bis'>

/** Each list names its article in its titles. */
export const ofAnotherArticle = (list: TaxList, titles: string): ReadonlyArray<string> => {
  const isOfBis = /69-b bis/.test(titles)
  if (list === 'sat_69b' && isOfBis) return ['The titles of the file name article 69-B Bis: it is another list.']
  return list === 'sat_69b_bis' && /69-b/.test(titles) && !isOfBis
    ? ['The titles of the file name article 69-B, without Bis: it is another list.']
    : []
}

/**
 * Among this many RFCs, at least one starts with this letter or a later one. Of 1,000 RFCs about 100 start with T to Z,
 * and 13 with Z.
 */
const lastInitials = [
  { letter: 'T', rows: 200 },
  { letter: 'Z', rows: 1_000 },
] as const

/** The publisher sorts by RFC. If more than one row in this many is out of order, another program rewrote the file. */
const unsortedOneIn = 100

/** Tracks the order of the RFCs. If a sorted file was cut off, its last RFC starts early in the alphabet. */
export const rfcOrder = () => {
  let last = ''
  let rows = 0
  let unsorted = 0
  return {
    /** Counts an RFC, except those that start with X: a court may have ordered it crossed out. */
    count: (rfc: string): void => {
      if (!/^[A-WYZ]/.test(rfc)) return
      const initial = rfc.charAt(0)
      rows += 1
      if (initial < last) unsorted += 1
      last = initial
    },
    doubts: (): ReadonlyArray<string> => {
      const isEarly = lastInitials.some((one) => rows >= one.rows && last < one.letter)
      return isEarly && unsorted * unsortedOneIn <= rows
        ? [`The file is sorted by RFC, and the last begins with ${last}: it may have been cut off after ${rows} rows.`]
        : []
    },
  }
}
