/** Fictitious people with the name frequencies of Mexico: some surnames and given names are common. */
import { createHash } from 'node:crypto'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { entryOf, inYear, on, screened, surnamesFirst, taxpayer } from '#tools/lists/labelled/Pair.ts'
import type { Person } from '#tools/lists/labelled/People.ts'
import { capitals } from '#tools/lists/labelled/Spelling.ts'

/** Most frequent first. */
const surnames =
  'Hernández García Martínez López González Pérez Rodríguez Sánchez Ramírez Cruz Flores Gómez Morales Vázquez Jiménez Reyes Díaz Torres Gutiérrez Ruiz Mendoza Aguilar Ortiz Moreno Castillo Romero Álvarez Méndez Chávez Rivera Juárez Ramos Domínguez Herrera Medina Castro Vargas Guzmán Velázquez Rojas Muñoz Contreras Salazar Luna Ortega Santiago Guerrero Estrada Bautista Cortés Soto Alvarado Espinosa Lara Ávila Ríos Cervantes Silva Delgado Vega Márquez Sandoval Fernández León Carrillo Mejía Solís Rosas Núñez Ibarra Valdez Campos Santos Camacho Peña Maldonado Navarro Rosales Acosta Miranda Trejo Cabrera Valencia Nava Castañeda Pacheco Robles Molina Rangel Fuentes Huerta Meza Aguirre Cárdenas Orozco Padilla Espinoza Zúñiga Ayala Salas Barrera Serrano Tapia Gallegos Villanueva Corona Velasco Franco Ochoa Suárez Escobar Marín Mora Montes Zamora Arellano Cisneros Figueroa Quintero Parra Beltrán Macías Salinas'.split(
    ' ',
  )
const given = {
  H: 'José Juan Luis Carlos Jesús Miguel Francisco Jorge Alejandro Antonio Manuel Ángel Eduardo Roberto Fernando Javier Ricardo Daniel Sergio Arturo Alberto Martín Raúl Óscar Rafael Mario Enrique Alfredo Gerardo Rubén Víctor Hugo Adrián Iván Pedro Guillermo César Andrés Ramón Armando Salvador Héctor Gabriel Jaime Omar'.split(
    ' ',
  ),
  M: 'María Guadalupe Ana Rosa Patricia Leticia Martha Verónica Alejandra Gabriela Laura Claudia Adriana Margarita Elizabeth Karla Daniela Fernanda Carmen Silvia Mónica Sandra Norma Teresa Isabel Diana Andrea Alicia Beatriz Lucía Yolanda Irma Gloria Rocío Blanca Elena Juana Mariana Karen Josefina Brenda Luz Araceli Maribel Rebeca'.split(
    ' ',
  ),
}

/** Numbers from 0 to 1 derived from a text. */
export const numbers = (text: string): ReadonlyArray<number> => {
  const bytes = createHash('sha512').update(text).digest()
  return Array.from({ length: 16 }, (_, index) => bytes.readUInt32BE(index * 4) / 2 ** 32)
}

/** The first name belongs to about 4 % of people, as Hernández does, and the last ones are rare. */
const drawn = (names: ReadonlyArray<string>, number: number): string =>
  names[Math.floor(names.length * number ** 1.4)] ?? ''

const syllables = 'ba ce di fo gu ja le mi no pa que ri so tu va xo ya zi cha lla'.split(' ')
const rare = (number: number): string => {
  const index = Math.floor(number * syllables.length ** 4)
  const parts = [0, 1, 2, 3].map((place) => syllables[Math.floor(index / syllables.length ** place) % syllables.length])
  const joined = parts.join('')
  return joined.charAt(0).toUpperCase() + joined.slice(1)
}

const surname = (kind = 0, number = 0): string => (kind < 0.3 ? rare(number) : drawn(surnames, number))

const personOf = (n: ReadonlyArray<number>): Person => {
  const sex = (n[0] ?? 0) < 0.5 ? 'H' : 'M'
  const first = drawn(given[sex], n[1] ?? 0)
  const second = (n[2] ?? 0) < 0.6 ? ` ${drawn(given[sex], n[3] ?? 0)}` : ''
  const born = new Date(Date.UTC(1940, 0, 1 + Math.floor((n[4] ?? 0) * 23_700)))
  return {
    nombres: first + (second.trim() === first ? '' : second),
    primerApellido: surname(n[5], n[6]),
    segundoApellido: surname(n[7], n[8]),
    born: born.toISOString().slice(0, 10),
    sex,
  }
}

/** The person as a list entry: with an RFC, a birth date, a birth year, or no date. */
const listed = (person: Person, kind: number, id: string): ListEntry => {
  if (kind < 0.3) {
    const { primerApellido, segundoApellido, nombres } = person
    return { ...taxpayer(capitals(`${primerApellido} ${segundoApellido} ${nombres}`), person), id }
  }
  const names = [surnamesFirst(person), `${capitals(person.primerApellido)}, ${person.nombres}`]
  if (kind < 0.6) return entryOf(names, { id, births: [on(person.born)], sex: person.sex })
  return kind < 0.7 ? entryOf(names, { id, births: [inYear(person.born)] }) : entryOf(surnamesFirst(person), { id })
}

/** A fixed number of people, always the same for one seed. */
export const crowd = (
  seed: string,
  count: number,
): ReadonlyArray<{ readonly person: ScreenedPerson; readonly entry: ListEntry }> =>
  Array.from({ length: count }, (_, index) => {
    const n = numbers(`${seed} ${index}`)
    const person = personOf(n)
    return { person: screened(person), entry: listed(person, n[9] ?? 0, String(index)) }
  })
