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
  { es: 'produccion', en: 'production' },
  { es: 'cambios', en: 'changelog' },
  { es: 'versiones', en: 'versioning' },
]

export const languages: ReadonlyArray<Language> = ['es', 'en']

/** The diagram of the states, which both languages share. */
export const diagram = 'estados.svg'

/** Every file of the guides, in `docs`. */
export const files: ReadonlyArray<string> = [
  ...languages.flatMap((language) => pages.map((page) => `${language}/${page[language]}.md`)),
  diagram,
]
