import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { entryOf, type Pair, screened } from './Pair.ts'
import type { Person } from './People.ts'

/**
 * Pairs written individually:
 * given names | first surname | second surname | birth | sex || name in the list | its birth | sex
 * A birth in the list is a day, a year, or empty; `rfc:` and ten characters for a taxpayer.
 */

const birthsOf = (text: string): Partial<ListEntry> => {
  if (text.startsWith('rfc:')) return { rfc: text.slice(4), situation: 'definitivo' }
  if (text === '') return {}
  return { births: [text.length === 4 ? `${text}-01-01/${text}-12-31` : `${text}/${text}`] }
}

const pairs = (isSame: boolean, lines: string): ReadonlyArray<Pair> =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [registered = '', told = ''] = line.split('||')
      const [nombres = '', primerApellido = '', segundoApellido = '', born = '', sex = ''] = registered
        .trim()
        .split(' | ')
      const [name = '', birth = '', listedSex = ''] = told.split('|').map((cell) => cell.trim())
      const person: Person = { nombres, primerApellido, segundoApellido, born, sex: sex.trim() === 'H' ? 'H' : 'M' }
      const listed: Partial<ListEntry> = listedSex === 'H' || listedSex === 'M' ? { sex: listedSex } : {}
      return {
        family: 'by hand',
        person: screened(person),
        entry: entryOf(name.split(' / '), { ...birthsOf(birth), ...listed }),
        isSame,
      }
    })

export const trueByHand = pairs(
  true,
  `
  Joaquín Archibaldo | Guzmánez | Loaeza | 1957-04-04 | H || GUZMANEZ LOAEZA, Joaquin | 1957-04-04 | H
  Joaquín Archibaldo | Guzmánez | Loaeza | 1957-04-04 | H || GUZMANES LOAESA, Joaquin Archivaldo | 1957 |
  Héctor Luis | Beltranes | Leyva | 1962-02-15 | H || BELTRANES LEIVA, Hector Luis | 1962-02-15 |
  María del Refugio | Sáenz | De la Garza | 1951-07-04 | M || SAENZ DELAGARZA, Ma. Refugio | 1951 | M
  Cruz Alejandro | Martín | Del Campo | 1979-05-03 | H || MARTIN DEL CAMPO, Cruz Alejandro | 1979-05-03 | H
  Ángel | Ángeles | Ángel | 1966-10-02 | H || ANGELES ANGEL ANGEL | rfc:AEAA661002 |
  Guadalupe | Cruz | Santiago | 1972-12-12 | M || GUADALUPE CRUZ SANTIAGO | 1972-12-12 | M
  José de Jesús | Méndez | Vargas | 1974-02-28 | H || MENDEZ VARGAS, Jose Jesus | 1974-02-28 |
  Vicente | Zambada | Nieblas | 1975-03-24 | H || ZAMBADA NIEVLAS, Visente | 1975-03-24 |
  Yesenia | Pacheco | Rodelo | 1983-09-01 | M || PACHECO RODELO, Llesenia | 1983-09-01 |
  Alejandra | Caro | Payán | 1978-01-19 | M || CARO PALLAN, Alejandra | 1978 | M
  Sócrates | Kuri | Abud | 1969-06-06 | H || CURI ABUD, Socrates | 1969-06-06 |
  Hugo | Huízar | Ochoa | 1964-04-01 | H || UIZAR OCHOA, Ugo | 1964-04-01 |
  Fco. Javier | Olea | Hdz. | 1957-10-03 | H || OLEA HERNANDEZ, Francisco Javier | 1957 |
  Francisco Javier | Olea | Hernández | 1957-10-03 | H || OLEA HDEZ, Fco Javier | 1957-10-03 |
  Juan | García | Pérez | 1980-05-05 | H || Lic. Juan García Pérez | 1980-05-05 |
  María Fernanda | Rosas | Ugalde | 1951-01-07 | M || ROSAS VDA. DE PICHARDO, Maria Fernanda | 1951-01-07 | M
  Pedro Pablo | Puga | Ruvalcaba | 1955-06-29 | H || PUGA RUBALCABA, Pedro Pablo / PUGA, Pedro | 1955 | H
  Li | Wong | Chan | 1988-08-08 | M || WONG CHAN LI | rfc:WOCL880808 |
  Pablo | Ñáñez | Ñuño | 1970-01-25 | H || NANEZ NUNO, Pablo | 1970-01-25 |
  Pablo | Ñáñez | Ñuño | 1970-01-25 | H || ÑAÑEZ ÑUÑO PABLO | rfc:ÑAÑP700125 |
  Juana María | Puente | Lomelí | 1986-11-30 | M || PUENTE LOMELI JUANA MARIA | rfc:PULX861130 |
  Octavio | Paz | Luna | 1944-03-31 | H || PAZ LUNA OCTAVIO | rfc:PALO440331 |
  José María | Pino | Suárez | 1969-09-08 | H || PINO SUAREZ, Jose Maria | 1969 | H
  María José | Cristerna | Vidal | 1976-04-23 | M || CRISTERNA VIDAL, Maria Jose | 1976-04-23 |
  Ana Laura | Ibarra | Jáquez | 1993-02-02 | M || IBARRA JAQUEZ, Analaura | 1993 | M
  Luz Elena | González | De la Torre | 1961-05-18 | M || GONZALEZ TORRE, Luz Elena | 1961-05-18 |
  Juan Carlos | Bojórquez | Quintanilla | 1983-05-09 | H || BOJOTQUEZ QUINTANILLA, Juancarlos | 1983 |
  Jorge | Hank | De la Rosa | 1956-01-28 | H || HANK DELAROSA, Jorge | 1956 |
  Christian | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ, Cristian | 1980-05-17 |
  Cristian | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ, Christian | 1980 |
  Jazmín | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, Yazmin | 1980-05-17 |
  Yasmín | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, Jazmin | |
  Xóchitl | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, Sochitl | 1980 |
  Ximena | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, Jimena | 1980 |
  Michelle | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, Michel | 1980-05-17 |
  Giselle | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, Yisel | 1980 |
  Cinthya | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, Cynthia | 1980 |
  Yahir | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ, Jair | 1980 |
  Giovanni | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ, Jovani | 1980 |
  Stephania | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, Estefania | 1980 |
  Leocadia | Guillén | Tamez | 1980-05-17 | M || GILLEN TAMEZ, Leocadia | 1980-05-17 |
  Leocadia | Guillén | Tamez | 1980-05-17 | M || GILLEN TAMEZ, Leocadia | 1980 |
  Leocadia | Xicoténcatl | Tamez | 1980-05-17 | M || SICOTENCATL TAMEZ, Leocadia | 1980 |
  Leocadia | Llamas | Tamez | 1980-05-17 | M || YAMAS TAMEZ, Leocadia | 1980 |
  José Raúl | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ, J. Raul | 1980 |
  J. Raúl | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ, Raul | 1980 |
  Elena | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, M. Elena | 1980 |
  M. Elena | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, Ma. Elena | 1980 |
  Víctor | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ, Victro | 1980-05-17 |
  Anwar | Al | Urdiali | 1980-05-17 | H || AL-URDIALI, Anwar | 1980-05-17 |
  María Eugenia | Gómez | González | 1973-01-05 | M || GÓMEZ GONZÁLEZ MA. EUGENIA | rfc:GOGM730105 |
  J. Fidel | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ JOSE FIDEL | rfc:UITF800517 |
`,
)

export const falseByHand = pairs(
  false,
  `
  José María | Sandoval | Ruiz | 1985-03-19 | H || SANDOVAL RUIZ, Maria Jose | 1985-03-19 |
  José Guadalupe | Tena | Rojo | 1982-12-12 | H || TENA ROJO, Maria Guadalupe | 1982-12-12 |
  Mario | Luna | Vela | 1990-07-16 | H || LUNA VELA, Maria | 1990-07-16 |
  Daniel | Cantú | Leal | 1988-02-20 | H || CANTU LEAL, Daniela | 1988-02-20 |
  Luis | Solís | Meza | 1984-08-25 | H || SOLIS MEZA, Luisa | 1984-08-25 |
  Juan | Rico | Tello | 1979-06-24 | H || RICO TELLO, Juana | 1979 |
  Mariana | Soto | Cano | 1995-01-15 | M || SOTO CANO, Marina | 1995-01-15 | M
  Rosalía | Pineda | Toledo | 1971-09-04 | M || PINEDA TOLEDO, Rosalba | 1971-09-04 | M
  Ángel | Bernal | Ríos | 1987-10-02 | H || BERNAL RIOS, Angela | 1987 |
  Julio | Haro | Vega | 1966-07-01 | H || HARO VEGA, Julia | 1966-07-01 |
  Alan | Mora | Rubio | 1999-03-03 | H || MORA RUBIO, Alana | 1999-03-03 |
  Erick | Cota | Murillo | 1994-05-18 | H || COTA MURILLO, Erika | 1994-05-18 |
  Patricio | Lara | Durán | 1977-03-17 | H || LARA DURAN, Patricia | 1977-03-17 |
  Sergio | Gómez | Peralta | 1968-10-07 | H || GAMEZ PERALTA, Sergio | 1968-10-07 | H
  Sergio | Gómez | Peralta | 1968-10-07 | H || GAMEZ PERALTA, Sergio | 1968 | H
  Carlos | Hernández | Ruiz | 1973-11-04 | H || FERNANDEZ RUIZ, Carlos | 1973-11-04 | H
  Carlos | Hernández | Ruiz | 1973-11-04 | H || FERNANDEZ RUIZ, Carlos | |
  Raúl | Martínez | Peña | 1981-09-29 | H || MARTIN PENA, Raul | 1981-09-29 | H
  Raúl | Martínez | Peña | 1981-09-29 | H || MARTIN PENA RAUL | rfc:MAPR810929 |
  Elena | Salas | Ortiz | 1989-08-18 | M || SALINAS ORTIZ, Elena | 1989 | M
  Elena | Rosas | Ortiz | 1989-08-18 | M || ROJAS ORTIZ, Elena | 1989-08-18 | M
  Iván | Lara | Nieto | 1992-06-24 | H || LORA NIETO, Ivan | 1992-06-24 | H
  Iván | Vega | Nieto | 1992-06-24 | H || VELA NIETO, Ivan | 1992 | H
  Saúl | Montes | Aranda | 1975-05-25 | H || MONTERO ARANDA, Saul | 1975-05-25 | H
  Saúl | Castillo | Aranda | 1975-05-25 | H || CASTRO ARANDA, Saul | 1975-05-25 | H
  Adela | Torres | Valle | 1963-01-12 | M || TORRES VALLEJO, Adela | 1963-01-12 | M
  Adela | Flores | Valle | 1963-01-12 | M || FLOREZ VALLES, Adela | | H
  Rubén | Navarro | Cuevas | 1958-08-08 | H || NAVARRETE CUEVAS, Ruben | 1958-08-08 | H
  Tomás | Rivera | Campos | 1970-12-29 | H || RIVAS CAMPOS, Tomas | 1970-12-29 | H
  Julián | García | López | 1986-02-16 | H || GARCIA LOPEZ, Julio | 1986 | H
  Emilio | García | López | 1986-02-16 | H || GARCIA LOPEZ, Emiliano | 1986-02-16 | H
  Rosales | Martín | Cruz | 1977-07-07 | M || MARTIN ROSALES CRUZ | rfc:ROCM770707 |
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || PEREZ SOTO, Juan Miguel | 1985-10-01 | H
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || PEREZ SOTO, Juan | |
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || PEREZ, Juan Manuel | |
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || PEREZ, Juan Manuel | 1985 | H
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || EL JUANMA | 1985-10-01 | H
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || EL JUANMA / DON MANUEL | 1985-10-01 | H
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || SOTO PEREZ, Juan Manuel | 1985 | H
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || PEREZ SOTO, Juan Manuel | 1986-10-01 | H
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || PEREZ SOTO, Juan Manuel | 1985-10-11 | H
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || PEREZ SOTO JUAN MANUEL | rfc:PESJ851011 |
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || PEREZ SOLANO JUAN MANUEL | rfc:PESJ851001 |
  Juan Manuel | Pérez | Soto | 1985-10-01 | H || PEREZ SOTO JUANA MANUELA | rfc:PESJ851001 |
  María Luisa | Ríos | Nava | 1959-03-30 | M || RIOS NAVA, Maria Elena | 1959-03-30 | M
  María Luisa | Ríos | Nava | 1959-03-30 | M || RIOS NAVARRO, Maria Luisa | 1959-03-30 | M
  María | Reyes | Mata | 1948-05-01 | M || REYES MATA, Jose | 1948-05-01 |
  Cecilia | Padilla | Sosa | 1982-11-22 | M || PADILLA SOSA, Celia | 1982-11-22 | M
  Ramón | Ortega | Bravo | 1961-08-31 | H || ORTEGA BRAVO, Roman | 1961-08-31 | H
  Karina | Meza | Cruz | 1990-09-09 | M || MEZA CRUZ, Karla | 1990-09-09 | M
  Wilma | Ucán | Poot | 1991-03-21 | M || UCAN POOL, Wilma | 1991-03-21 | M
  Sócrates | Kuri | Abud | 1969-06-06 | H || KARI ABUD, Socrates | 1969-06-06 | H
  Ximena | Gastélum | Ruelas | 1996-09-10 | M || CASTELUM RUELAS, Ximena | 1996-09-10 | M
  Eleuterio | Olea | Nava | 1988-04-18 | H || OLEA NAVA, Eleuteria | 1988-04-18 |
  Karla | Meza | Cruz | 1990-09-09 | M || MEZA CRUZ CARLA | rfc:MECC900909 |
  Julio | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ J. FIDEL | rfc:UITJ800517 |
  Juan Carlos | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ, J. Luis | 1980-05-17 |
  María Elena | Urdiales | Tamez | 1980-05-17 | M || URDIALES TAMEZ, M. Luisa | 1980-05-17 |
  José Raúl | Urdiales | Tamez | 1980-05-17 | H || URDIALES TAMEZ, M. Raul | 1980-05-17 |
  Juana | Suárez | Tamez | 1980-05-17 | M || JUAREZ TAMEZ, Juana | 1980-05-17 |
`,
)
