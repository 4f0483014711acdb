import type { Language } from './Text.ts'

/** A page of the guides: the name of its file in `docs/es` and in `docs/en`. */
export type Page = Readonly<Record<Language, string>>

/** In the order in which they are read. */
export const pages: ReadonlyArray<Page> = [
  { es: 'inicio', en: 'start' },
  { es: 'vida', en: 'life' },
  { es: 'reintentos', en: 'retries' },
  { es: 'webhooks', en: 'webhooks' },
  { es: 'errores', en: 'errors' },
  { es: 'pagos', en: 'payments' },
  { es: 'listas', en: 'lists' },
  { es: 'pruebas', en: 'testing' },
  { es: 'certificacion', en: 'certification' },
  { es: 'mcp', en: 'mcp' },
  { es: 'personas', en: 'people' },
  { es: 'produccion', en: 'production' },
  { es: 'cambios', en: 'changelog' },
  { es: 'versiones', en: 'versioning' },
]

export const languages: ReadonlyArray<Language> = ['es', 'en']

/** A page as it is served. */
export interface Served {
  readonly language: Language
  /** Its file in `docs`. */
  readonly file: string
  readonly address: `/docs/${string}`
  /** The address of the page in the other language, or null. */
  readonly other: `/docs/${string}` | null
}

const guidesIn = (language: Language): ReadonlyArray<Served> =>
  pages.map((page) => {
    const other = language === 'es' ? 'en' : 'es'
    return {
      language,
      file: `${language}/${page[language]}.md`,
      address: `/docs/${language}/${page[language]}`,
      other: `/docs/${other}/${page[other]}`,
    }
  })

/** The pages about the simulator, which are in English alone. */
const aboutSimulator: ReadonlyArray<Served> = [
  { language: 'en', file: 'simulator/README.md', address: '/docs/en/simulator', other: null },
  { language: 'en', file: 'simulator/controls.md', address: '/docs/en/controls', other: null },
  { language: 'en', file: 'simulator/recipes.md', address: '/docs/en/recipes', other: null },
]

/** What a reader of a language is shown, in order. */
export const shownIn = (language: Language): ReadonlyArray<Served> => [...guidesIn(language), ...aboutSimulator]

/** Every page once. */
export const served: ReadonlyArray<Served> = [...guidesIn('es'), ...shownIn('en')]

/** The diagram of the states, which both languages share. */
export const diagram = 'estados.svg'

/** Every file that is served, in `docs`. */
export const files: ReadonlyArray<string> = [...served.map(({ file }) => file), diagram]
