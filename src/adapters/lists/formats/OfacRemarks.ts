import { Option } from 'effect'
import { parse } from '#domain/person/Curp.ts'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { circaYears, isMexico, monthOf, yearsSpan } from './ListFile.ts'

/**
 * What OFAC's remarks tell of a person: `DOB 05 Sep 1966; alt. DOB circa 1965; POB Xalapa, Veracruz, Mexico;
 * nationality Mexico; Gender Male; R.F.C. … (Mexico); C.U.R.P. … (Mexico); a.k.a. 'EL TAL'.`
 */
export interface OfacFacts extends Pick<ListEntry, 'births' | 'sex'> {
  readonly nationalities: ReadonlyArray<string>
  readonly leadsToMexico: boolean
}

/** One end of a date as it is written: `05 Sep 1966`, `Sep 1966` or `1966`; as the days that it may mean. */
const daysOf = (text: string): readonly [from: string, until: string] | null => {
  const [, day, month, year] = /^(?:(?:(\d{1,2}) )?([A-Z][a-z]{2,8}) )?(\d{4})$/.exec(text) ?? []
  if (year === undefined) return null
  if (month === undefined) return [`${year}-01-01`, `${year}-12-31`]
  const number = monthOf(month)
  if (number === null) return null
  if (day === undefined) {
    const last = [31, 30, 29, 28].map((date) => `${year}-${number}-${date}`).find(isDay)
    return last === undefined ? null : [`${year}-${number}-01`, last]
  }
  const date = `${year}-${number}-${day.padStart(2, '0')}`
  return isDay(date) ? [date, date] : null
}

/** The days that a date of birth may mean; none when it is written in a way that is not known. */
const spansOf = (text: string): ReadonlyArray<string> => {
  const circa = /^(?:circa|approximately|approx\.?|c\.) /i
  const [first, last = first] = text.replace(circa, '').split(/ to | - |(?<=\d{4})-(?=\d{4})/)
  const [begin, end] = [daysOf(first ?? ''), daysOf(last ?? '')]
  if (begin === null || end === null || begin[0] > end[1]) return []
  if (!circa.test(text)) return [`${begin[0]}/${end[1]}`]
  return [yearsSpan(Number(begin[0].slice(0, 4)) - circaYears, Number(end[1].slice(0, 4)) + circaYears)]
}

const sexes = new Map<string | undefined, 'H' | 'M'>([
  ['Male', 'H'],
  ['Female', 'M'],
  ['H', 'H'],
  ['M', 'M'],
])

/** The values of the remarks that begin with one of these words, `alt.` before it or not. */
const valuesIn = (remarks: ReadonlyArray<string>, label: RegExp): ReadonlyArray<string> =>
  remarks.flatMap((remark) => {
    const value = remark.replace(/^alt\. /, '')
    return label.test(value) ? [value.replace(label, '').trim()] : []
  })

export const factsOf = (text: string): OfacFacts => {
  const remarks = text.split(';').map((remark) => remark.trim().replace(/\.$/, ''))
  const curps = valuesIn(remarks, /^C\.U\.R\.P\. /).flatMap((value) =>
    Option.toArray(parse(value.slice(0, 18).toUpperCase())),
  )
  const told = valuesIn(remarks, /^DOB /).flatMap(spansOf)
  const ofCurps = curps.map(({ birthDate: { year, month, day } }) => {
    const [mm, dd] = [month, day].map((number) => String(number).padStart(2, '0'))
    return `${year}-${mm}-${dd}/${year}-${mm}-${dd}`
  })
  const [gender] = [...valuesIn(remarks, /^Gender /), ...curps.map(({ sex }) => sex)]
  const identified = valuesIn(remarks, /^(?:R\.F\.C\.|C\.U\.R\.P\.|Credencial electoral) /)
  return {
    births: [...new Set([...told, ...ofCurps])],
    sex: sexes.get(gender) ?? null,
    nationalities: valuesIn(remarks, /^(?:nationality|citizen) /),
    leadsToMexico: identified.length > 0 || valuesIn(remarks, /^POB /).some(isMexico),
  }
}
