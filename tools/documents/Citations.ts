import { existsSync, readFileSync } from 'node:fs'
import { deadLinks, documents, headings, joined, missingFiles, type Place, sources } from './Places.ts'

/** Checks that what code and documents cite exists. */

const numbersOf = (text: string, form: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(form)].map(([, number = '']) => number)

const contract = readFileSync('docs/contract.md', 'utf8')
const architecture = readFileSync('docs/architecture.md', 'utf8')

/** The numbers of the contract's rules, including the steps of the order of judgement. */
export const rules = numbersOf(contract, /^(?:\| )?\*\*(\d\.\d+b?)\b/gm)
export const steps = numbersOf(contract, /^\| \*\*4\.(\d+b?)\*\* \|/gm)
const promises = numbersOf(architecture, /^\| \*\*(\d+)\*\* \|/gm)

/** Every number of a citation, such as `6.3`, `4.16 to 4.18` or `1.12, 1.17`. */
const cited = (text: string, word: string, number: string): ReadonlyArray<string> =>
  numbersOf(text, new RegExp(`\\b${word} (${number}(?:(?:, | and | to )${number})*)`, 'g')).flatMap((numbers) =>
    numbers.split(/, | and | to /),
  )

const unknown = (name: string, numbers: ReadonlyArray<string>, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  numbers.filter((number) => !known.includes(number)).map((number) => `${name} ${number}`)

const unknownHeadings = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\b(docs\/[\w/-]+\.md), "([^"]+)"/g)]
    .filter(
      ([, path = '', heading = '']) => !existsSync(path) || !headings(readFileSync(path, 'utf8')).includes(heading),
    )
    .map(([citation]) => citation)

/** Words that refer to documents outside this project. */
const foreign =
  /\bdecisions(?:\.md|,| say| leave)|\bspecification section|\(specification|\bDESIGN\b|\b[Ss]ection \d\b/g

/** Citations of rules, steps, promises, headings and files that do not exist. */
const astray = ({ text: written }: Place): ReadonlyArray<string> => {
  const text = joined(written)
  return [
    ...unknown('contract', cited(text, '[Cc]ontract', '\\d+\\.\\d+[a-z]?'), rules),
    ...unknown('step', cited(text, '[Ss]teps?', '\\d+b?'), steps),
    ...unknown('promise', cited(text, '[Pp]romises?', '\\d+'), promises),
    ...unknownHeadings(text),
    ...missingFiles(text),
  ]
}

/** Citations of documents that readers of this project do not have. */
const foreignIn = ({ text }: Place): ReadonlyArray<string> => joined(text).match(foreign) ?? []

/** These files contain such citations on purpose. */
const exempt = ['tools/documents/Citations.ts', 'test/docs/Citations.test.ts']

/** Every broken citation and link of the project, with its file. */
export const problems = (): ReadonlyArray<string> => {
  const found = (places: ReadonlyArray<Place>, look: (place: Place) => ReadonlyArray<string>): ReadonlyArray<string> =>
    places.flatMap((place) => look(place).map((what) => `${place.path}: ${what}`))
  const code = sources.filter(({ path }) => !exempt.includes(path))
  return [...found([...code, ...documents], astray), ...found(code, foreignIn), ...found(documents, deadLinks)]
}
