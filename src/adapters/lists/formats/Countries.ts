import { folded } from './ListFile.ts'

/** Whether an entry is of somebody of another country than Mexico, which is said in many ways. */

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The countries of the world by their English names. */
const countries: ReadonlySet<string> = new Set(
  letters.flatMap((one) => letters.flatMap((other) => folded(regions.of(one + other) ?? ''))),
)

/** Those whose name does not say Mexico itself. */
export const mexicanStates: ReadonlySet<string> = new Set(
  `aguascalientes|baja california|baja california norte|baja california sur|campeche|chiapas|chihuahua|coahuila
  |coahuila de zaragoza|colima|distrito federal|durango|guanajuato|guerrero|hidalgo|jalisco|michoacan
  |michoacan de ocampo|morelos|nayarit|nuevo leon|oaxaca|puebla|queretaro|quintana roo|san luis potosi|sinaloa|sonora
  |tabasco|tamaulipas|tlaxcala|veracruz|veracruz de ignacio de la llave|yucatan|zacatecas`
    .split('|')
    .map((name) => name.trim()),
)

/** Countries are given by name or code. */
const isMexico = (country: string): boolean => /(?<!new )\bmexic|^mex?$|^mx$/.test(folded(country))

/** The country at the end of `Xalapa, Veracruz, Mexico`; null where it ends in no country that is known. */
export const countryOfPlace = (place: string): string | null => {
  const last = place.split(',').at(-1) ?? ''
  if (isMexico(last) || mexicanStates.has(folded(last))) return 'Mexico'
  return countries.has(folded(last)) ? last : null
}

/** Whether it tells countries, and none of them is Mexico. Where somebody lives says only that Mexico is one. */
export const isForeign = (countries: ReadonlyArray<string>, residences: ReadonlyArray<string>): boolean =>
  countries.length > 0 && ![...countries, ...residences].some(isMexico)
