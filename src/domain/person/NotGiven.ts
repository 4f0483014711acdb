import { titles } from './NameWords.ts'

/** What stands in a form's field for a name that was not given. Words are in capitals from A to Z. */

/** Titles and forms of address that people write in forms. */
const formTitles: ReadonlySet<string> = new Set(
  'DON DONA SRITA SRTA SENOR SENORA SENORITA PROFA PROFR PROFESOR PROFESORA LICDA LICDO LICENCIADO LICENCIADA INGENIERO INGENIERA DOCTOR DOCTORA MAESTRO MAESTRA ARQUITECTO ARQUITECTA CP LCP LAE QFB TEC ABOG PBRO TTE SGTO MR MRS MS MISS PHD MBA'.split(
    ' ',
  ),
)

const suffixes: ReadonlySet<string> = new Set('JUNIOR II III IV HIJO HIJA PADRE MADRE PAPA MAMA'.split(' '))

/** They are never names: fillers, and what a person is in a lease. */
const nothings: ReadonlySet<string> = new Set(
  'NULL NULO UNDEFINED NAN NONE NINGUNO NINGUNA DESCONOCIDO DESCONOCIDA UNKNOWN FNU LNU NMN TITULAR ARRENDATARIO ARRENDATARIA INQUILINO INQUILINA AVAL FIADOR'.split(
    ' ',
  ),
)

export const isNotName = (word: string): boolean =>
  titles.has(word) || formTitles.has(word) || suffixes.has(word) || nothings.has(word) || /\p{N}/u.test(word)

/** Short fillers, alone in a field. A person may have such a surname. */
const short: ReadonlySet<string> = new Set([
  'N A',
  'S A',
  'N D',
  'S D',
  'S N',
  'NA',
  'NO',
  'NOT',
  'ND',
  'SN',
  'SD',
  'SA',
])

/** What a field asks for, and how people say that they do not have it. */
const asked =
  '(?:APELLIDOS?|NOMBRES?|PATERNO|MATERNO|SEGUNDO|PRIMER|SURNAME|LAST|NAME|APLICA|APPLICABLE|TIENE|TENGO|HAY|CUENTA|REGISTRA|REGISTRADO|DISPONIBLE|PROPORCIONADO|PROPORCIONA|ESPECIFICADO|ESPECIFICA|DEFINIDO|EXISTE|DATOS?|INFORMACION|REGISTRO)'

/** A refusal and what was asked: `NO TIENE`, `SIN SEGUNDO APELLIDO`; or an example that was left: `APELLIDO MATERNO`. */
const refusal = new RegExp(`^(?:NO|SIN|NOT|UN|SOLO|UNICO)(?: (?:UN|UNICO|CON|${asked}))*(?: ${asked})$`)
const example = /^(?:PRIMER |SEGUNDO )?APELLIDO(?: PATERNO| MATERNO)?$|^NOMBRES?$/

/** Whether all words of a field say that nothing was given. */
export const isFiller = (words: ReadonlyArray<string>): boolean => {
  const text = words.join(' ')
  return /^X+$/.test(text) || short.has(text) || refusal.test(text) || example.test(text)
}

const longestRefusal = 4

/** The number of words at the end of a field that say so: `Pérez NO TIENE`. */
export const fillerAtEnd = (words: ReadonlyArray<string>): number => {
  const counts = Array.from({ length: Math.min(longestRefusal, words.length) }, (_, index) => index + 1).reverse()
  return counts.find((count) => refusal.test(words.slice(-count).join(' '))) ?? 0
}
