import { health } from './health.ts'
import { phrases, words } from './inflections.ts'
import { livelihood } from './livelihood.ts'
import { personal } from './personal.ts'
import { standing } from './standing.ts'

const themes = [health, personal, livelihood, standing]

/** Everything that describes a person (contract 4.22: health, age, marital status …). */
export const descriptive = {
  words: themes.flatMap((theme) => theme.words),
  besidePerson: themes.flatMap((theme) => theme.besidePerson),
  alone: themes.flatMap((theme) => theme.alone),
  notBeforeNumber: [],
  labels: words(`
    ocupacion profesion oficio puesto trabaja condicion raza etnia religion genero edad empleo trabajo tipo tag nota
    motivo caso etiqueta categoria occupation profession job condition race ethnicity gender age employment case
    category
  `),
  placesToo: themes.flatMap((theme) => theme.placesToo),
  phrases: themes.flatMap((theme) => theme.phrases),
  exempt: phrases(`
    ninos|nino heroes|artillero|perdido
    ciudad ninos
    isla|hombres|mujeres mujeres|ilustres
    mujer campesina
    madre teresa|selva|patria
    padre mier|kino|hidalgo|miguel
    sierra madre
    piedras|aguas|paso negras
    agua prieta
    rio|barrio|cerro negro|blanco
    isabel catolica
    reyes catolicos
    martires cristianos
    obrero mundial
    pacto obrero socialista
    sagrada familia
    medico|militar militar|marte
    maestro|maestra|maestros justo|veracruzanos
    doctor balmis|rio|vertiz|mora
    hijos cuauhtemoc
    joven orquesta
    pueblo|camino viejo
    viejo camino
    gay lussac
    real minero|minera
    single|multi family
    senior living
    student|senior housing
    white|black label|box|friday
  `),
}
