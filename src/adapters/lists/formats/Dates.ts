import { isDay } from '#domain/screening/ListVersion.ts'

/** Birth dates as lists write them. Each becomes the span of days that it may mean. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The month, `01` to `12`, of its English name or abbreviation. */
const monthOf = (name: string): string | null => {
  const index = months.indexOf(name.slice(0, 3).toLowerCase())
  return index < 0 ? null : String(index + 1).padStart(2, '0')
}

export const yearsSpan = (first: number, last = first): string =>
  `${String(first).padStart(4, '0')}-01-01/${String(last).padStart(4, '0')}-12-31`

/** How far off an approximate year may be. */
const circaYears = 2

export const circaSpan = (first: number, last = first): string => yearsSpan(first - circaYears, last + circaYears)

/** A birth date that cannot be read may be any date, whatever other dates the entry has. */
export const anyTime = yearsSpan(1, 9999)

/** The days of a month such as `1966-09`; null if the month is not valid. */
const monthSpan = (month: string): readonly [from: string, until: string] | null => {
  const last = [31, 30, 29, 28].map((date) => `${month}-${date}`).find(isDay)
  return last === undefined ? null : [`${month}-01`, last]
}

/** The days that one end of a range may mean: `05 Sep 1966`, `Sept. 1966`, `1966-09-05`, `1966-09` or `1966`. */
const daysOf = (text: string): readonly [from: string, until: string] | null => {
  if (isDay(text)) return [text, text]
  if (/^\d{4}-\d{2}$/.test(text)) return monthSpan(text)
  const [, day, month, year] = /^(?:(?:(\d{1,2}) )?([A-Z][a-z]{2,8})\.? )?(\d{4})$/.exec(text.trim()) ?? []
  if (year === undefined) return null
  if (month === undefined) return [`${year}-01-01`, `${year}-12-31`]
  const number = monthOf(month)
  if (number === null) return null
  if (day === undefined) return monthSpan(`${year}-${number}`)
  const date = `${year}-${number}-${day.padStart(2, '0')}`
  return isDay(date) ? [date, date] : null
}

const circa = /^(?:circa|approximately|approx\.?|c\.) /i

/** Null if the format is not known. */
export const spanOf = (text: string): string | null => {
  const [first, last = first] = text.replace(circa, '').split(/ to | - |(?<=\d{4})-(?=\d{4})/)
  const [begin, end] = [daysOf(first ?? ''), daysOf(last ?? '')]
  if (begin === null || end === null || begin[0] > end[1]) return null
  return circa.test(text)
    ? circaSpan(Number(begin[0].slice(0, 4)), Number(end[1].slice(0, 4)))
    : `${begin[0]}/${end[1]}`
}

const births = /\bborn (?:on |in )?((?:circa |approximately )?(?:\d{1,2} )?(?:[A-Z][a-z]{2,8}\.? )?\d{4})/g

/** The dates in a remark such as `made out to Juan Prueba, born on 22 Aug. 1973 in Tapachula`. */
export const birthsIn = (remark: string): ReadonlyArray<string> =>
  [...remark.matchAll(births)].flatMap(([, date = '']) => spanOf(date) ?? [])
