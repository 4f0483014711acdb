import { readFileSync } from 'node:fs'

const directory = new URL('../../docs/', import.meta.url)

/** The text of a file of the guides, by its path in `docs`. */
export const textOf = (path: string): string => readFileSync(new URL(path, directory), 'utf8')
