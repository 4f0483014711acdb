/**
 * Fictitious people, in the spelling of the registry. Rules and thresholds were chosen on the first half only; the
 * second half checks them.
 */

export interface Person {
  readonly nombres: string
  readonly primerApellido: string
  readonly segundoApellido: string
  /** For example `1980-01-31`. */
  readonly born: string
  readonly sex: 'H' | 'M'
}

const people = (lines: string): ReadonlyArray<Person> =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [nombres = '', primerApellido = '', segundoApellido = '', born = '', sex = ''] = line.trim().split(' | ')
      return { nombres, primerApellido, segundoApellido, born, sex: sex === 'H' ? 'H' : 'M' }
    })

export const train = people(`
  Joaquín Aristeo | Quezada | Bermúdez | 1957-04-04 | H
  María Guadalupe | Hernández | Sánchez | 1968-11-23 | M
  José Luis | García | Martínez | 1975-03-09 | H
  Ana Karen | Núñez | Villaseñor | 1991-06-17 | M
  Juan Carlos | López | Ramírez | 1983-02-28 | H
  Eulalia | De la Cruz | Peñaloza | 1949-12-12 | M
  Rigoberto | Vázquez | Jiménez | 1966-09-05 | H
  Xóchitl Yolotzin | Zúñiga | Ávila | 1988-01-31 | M
  Marco Antonio | Ponce de León | Huerta | 1971-07-19 | H
  María de los Ángeles | Treviño | Garza | 1959-05-25 | M
  Ismael | Quintanilla | Ybarra | 1980-10-10 | H
  Perla Ivonne | San Martín | Echeverría | 1994-08-02 | M
  Héctor Hugo | Benavides | Velázquez | 1962-03-30 | H
  Norma Leticia | Del Valle | Gutiérrez | 1973-04-15 | M
  Octavio | Zepeda | Cázares | 1955-01-06 | H
  José Guadalupe | Rodríguez | Flores | 1978-12-11 | H
  Silvia Esperanza | Montes de Oca | Bravo | 1964-02-14 | M
  Ulises Emiliano | Yáñez | Llamas | 1999-07-07 | H
  Cuauhtémoc | Zaragoza | Hinojosa | 1970-06-21 | H
  Brenda Elizabeth | Chávez | Ceballos | 1986-05-03 | M
  Wenceslao | Urquidi | Terrazas | 1945-09-28 | H
  Lucía Fernanda | Escobedo | Valdés | 1997-11-04 | M
  Gerardo Ezequiel | Figueroa | Xicoténcatl | 1969-08-16 | H
  Dulce María | Pérez | Espinoza | 1990-03-22 | M
  Bernabé | Guevara | Guízar | 1952-06-11 | H
  Ma. del Socorro | Bojórquez | Nava | 1961-10-08 | M
  Fidel Abundio | Olguín | Arriaga | 1977-02-05 | H
  Citlali Abril | Ibáñez | Quiroz | 2001-04-27 | M
  Leopoldo | McGregor | Salcido | 1958-12-01 | H
  Teresa de Jesús | Huitrón | Becerril | 1985-09-09 | M
`)

export const heldOut = people(`
  Erasmo Telésforo | Villalpando | Cepeda | 1960-02-09 | H
  María Fernanda | González | Hernández | 1989-12-03 | M
  José Antonio | Martínez | López | 1972-08-08 | H
  Itzel Monserrat | Muñoz | Cedillo | 1995-03-12 | M
  Luis Fernando | Pérez | García | 1981-06-05 | H
  Petra | De los Santos | Bolaños | 1947-10-01 | M
  Evaristo | Velásquez | Giménez | 1965-07-11 | H
  Yaretzi Amairani | Ordóñez | Lozano | 2000-05-30 | M
  Jesús Alberto | Ponce | Del Río | 1974-11-11 | H
  María del Carmen | Peña | Cantú | 1956-01-20 | M
  Hilario | Zambrano | Iturbide | 1979-04-02 | H
  Karla Vianey | Santa Cruz | Arizmendi | 1992-10-06 | M
  Óscar Iván | Barrientos | Vallejo | 1963-09-15 | H
  Rosa Isela | De León | Cisneros | 1976-12-24 | M
  Plutarco | Cevallos | Zamudio | 1951-03-07 | H
  José María | Sandoval | Morales | 1967-05-19 | H
  Guillermina Inés | Fernández de Castro | Prieto | 1954-08-03 | M
  Axel Damián | Ñáñez | Yllescas | 1998-02-18 | H
  Netzahualcóyotl | Huizar | Azcárraga | 1968-06-29 | H
  Wendy Marlene | Covarrubias | Bañuelos | 1987-07-01 | M
  Estanislao | Echegaray | Murguía | 1944-11-27 | H
  Ximena Sofía | Valenzuela | Gastélum | 1996-09-10 | M
  Rogelio Anselmo | Quijano | Xolalpa | 1971-01-12 | H
  Luz María | Ramírez | Vizcarra | 1984-04-08 | M
  Toribio | Jáuregui | Zetina | 1950-12-05 | H
  María de Lourdes | Bohórquez | Luna | 1962-03-17 | M
  Crescencio Elías | Holguín | Barraza | 1980-08-21 | H
  Nayeli Berenice | Ibarrola | Quezadas | 2002-10-14 | M
  Patricio | O'Farrill | Saldívar | 1953-05-06 | H
  Juana Inés | Huerta | Becerra | 1982-02-25 | M
`)
