import { health } from './health.ts'
import { words } from './inflections.ts'
import { livelihood } from './livelihood.ts'
import { origins } from './origins.ts'
import { personal } from './personal.ts'
import { standing } from './standing.ts'
import { occupations } from './trades.ts'

const themes = [health, personal, livelihood, occupations, origins, standing]

/** Everything that describes a person (contract 4.22: health, age, marital status …). */
export const descriptive = {
  words: themes.flatMap((theme) => theme.words),
  placesToo: themes.flatMap((theme) => theme.placesToo),
  traits: themes.flatMap((theme) => theme.traits),
  besidePerson: themes.flatMap((theme) => theme.besidePerson),
  labels: words(`
    ocupacion profesion oficio puesto trabaja condicion raza etnia religion genero edad empleo trabajo tipo tag motivo
    caso etiqueta categoria occupation profession job condition race ethnicity gender age employment case category
    type status description profile
  `),
  phrases: themes.flatMap((theme) => theme.phrases),
  alonePhrases: themes.flatMap((theme) => theme.alonePhrases),
}
