import { readFileSync } from 'node:fs'

const directory = new URL('../../docs/', import.meta.url)

export const textOf = (path: string): string => readFileSync(new URL(path, directory), 'utf8')

/** The commands and examples of a text as its reader has them: here in a checkout. The package has its own. */
export const fitted = (text: string): string =>
  text.replaceAll('npx @cotejo/simulator ', 'npm start -- ').replaceAll('npx @cotejo/simulator', 'npm start')
