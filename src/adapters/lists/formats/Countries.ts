import { folded } from './ListFile.ts'

/** Whether an entry belongs to a country other than Mexico. Lists write countries in many ways. */

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const countries: ReadonlySet<string> = new Set(
  letters.flatMap((one) => letters.flatMap((other) => folded(regions.of(one + other) ?? ''))),
)

/** Mexican states whose name does not include Mexico. */
export const mexicanStates: ReadonlySet<string> = new Set(
  `aguascalientes|baja california|baja california norte|baja california sur|campeche|chiapas|chihuahua|coahuila
  |coahuila de zaragoza|colima|distrito federal|durango|guanajuato|guerrero|hidalgo|jalisco|michoacan
  |michoacan de ocampo|morelos|nayarit|nuevo leon|oaxaca|puebla|queretaro|quintana roo|san luis potosi|sinaloa|sonora
  |tabasco|tamaulipas|tlaxcala|veracruz|veracruz de ignacio de la llave|yucatan|zacatecas`
    .split('|')
    .map((name) => name.trim()),
)

const isMexico = (country: string): boolean => /(?<!new )\bmexic|^mex?$|^mx$/.test(folded(country))

/** The country at the end of `Xalapa, Veracruz, Mexico`; null if it is not a known country. */
export const countryOfPlace = (place: string): string | null => {
  const last = place.split(',').at(-1) ?? ''
  if (isMexico(last) || mexicanStates.has(folded(last))) return 'Mexico'
  return countries.has(folded(last)) ? last : null
}

/**
 * Whether the entry names countries and none of them is Mexico. A residence in Mexico counts as Mexico; a residence
 * elsewhere says nothing.
 */
export const isForeign = (countries: ReadonlyArray<string>, residences: ReadonlyArray<string>): boolean =>
  countries.length > 0 && ![...countries, ...residences].some(isMexico)
