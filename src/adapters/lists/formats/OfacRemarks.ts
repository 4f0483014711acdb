import { Option } from 'effect'
import { parse } from '#domain/person/Curp.ts'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { countryOfPlace } from './Countries.ts'
import { anyTime, spanOf } from './Dates.ts'

/**
 * Parses OFAC's remarks about a person: `DOB 05 Sep 1966; alt. DOB circa 1965; POB Xalapa, Veracruz, Mexico;
 * nationality Mexico; Gender Male; R.F.C. … (Mexico); C.U.R.P. … (Mexico); a.k.a. 'EL TAL'.`
 */
export interface OfacFacts extends Pick<ListEntry, 'births' | 'sex' | 'curps'> {
  /** Countries of nationalities, identity documents and places of birth. */
  readonly countries: ReadonlyArray<string>
}

/** A date that cannot be read may be any date; `unknown` is not a date. */
const birthIn = (text: string): ReadonlyArray<string> => [spanOf(text) ?? (/\d/.test(text) ? anyTime : [])].flat()

export const sexes = new Map<string | undefined, 'H' | 'M'>([
  ['Male', 'H'],
  ['Female', 'M'],
  ['H', 'H'],
  ['M', 'M'],
])

/** The values of remarks with one of these labels, with or without `alt.` before it. */
const valuesIn = (remarks: ReadonlyArray<string>, label: RegExp): ReadonlyArray<string> =>
  remarks.flatMap((remark) => {
    const value = remark.replace(/^alt\. /, '')
    return label.test(value) ? [value.replace(label, '').trim()] : []
  })

/** Identity documents that a country issues to its own nationals. */
const papers =
  /^(?:C\.U\.R\.P\.|R\.F\.C\.|I\.F\.E\.|D\.N\.I\.|C\.I\.|N\.I\.T\.|NIT|RUT|CPF|Cedula|Passport|National ID|Personal ID|Identification Number|Numero de Identidad|Cartilla|Credencial|Electoral Registry|Birth Certificate|Citizen)/

/** The country in `Cedula No. 12345678 (Colombia) issued 31 Oct 1994`. */
const issuersOf = (remarks: ReadonlyArray<string>): ReadonlyArray<string> =>
  remarks.flatMap((remark) => {
    const value = remark.replace(/^alt\. /, '')
    const [, country] = /\(([^()]+)\)/.exec(value) ?? []
    return country === undefined || !papers.test(value) ? [] : [country]
  })

export const factsOf = (text: string): OfacFacts => {
  const remarks = text.split(';').map((remark) => remark.trim().replace(/\.$/, ''))
  const curps = valuesIn(remarks, /^C\.U\.R\.P\. /).flatMap((value) =>
    Option.toArray(parse(value.slice(0, 18).toUpperCase())),
  )
  const stated = valuesIn(remarks, /^DOB /).flatMap(birthIn)
  const ofCurps = curps.map(({ birthDate: { year, month, day } }) => {
    const [mm, dd] = [month, day].map((number) => String(number).padStart(2, '0'))
    return `${year}-${mm}-${dd}/${year}-${mm}-${dd}`
  })
  const [gender] = [...valuesIn(remarks, /^Gender /), ...curps.map(({ sex }) => sex)]
  const places = valuesIn(remarks, /^POB /).flatMap((place) => countryOfPlace(place) ?? [])
  return {
    births: [...new Set([...stated, ...ofCurps])],
    sex: sexes.get(gender) ?? null,
    curps: [...new Set(curps.map(({ value }) => value))],
    countries: [...valuesIn(remarks, /^(?:nationality|citizen) /), ...issuersOf(remarks), ...places],
  }
}
