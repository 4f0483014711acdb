import type { ListName } from '#domain/screening/ListEntry.ts'

/** What of the tax authority's files tells that one was cut off, or is another one. */

export type TaxList = Extract<ListName, 'sat_69b' | 'sat_69b_bis'>

/** Each list tells its article in its titles. */
export const ofAnotherArticle = (list: TaxList, titles: string): ReadonlyArray<string> => {
  const isOfBis = /69-b bis/.test(titles)
  if (list === 'sat_69b' && isOfBis) return ['The titles of the file name article 69-B Bis: it is another list.']
  return list === 'sat_69b_bis' && /69-b/.test(titles) && !isOfBis
    ? ['The titles of the file name article 69-B, without Bis: it is another list.']
    : []
}

/** Of so many RFCs one at least begins with this letter or a later one: of 1,000 some 100 with T to Z, and 13 with Z. */
const lastInitials = [
  { letter: 'T', rows: 200 },
  { letter: 'Z', rows: 1_000 },
] as const

/** Rows out of their order, one in this many: the publisher sorts by RFC, and who writes the file anew may not. */
const unsortedOneIn = 100

/** Notes the RFCs of the rows: of a file that is sorted by them and cut off, the last begins early in the alphabet. */
export const rfcOrder = () => {
  let last = ''
  let rows = 0
  let unsorted = 0
  return {
    /** Counts one, but for those that begin with X: a court may have had it crossed out. */
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
