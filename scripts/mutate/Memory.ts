import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { place } from './Work.ts'

/** Faults that were caught before: while their file stays as it is, they are not tried again. */
const path = `${place}/caught.json`

/** @param isForgotten whether everything is tried anew */
export const recall = (isForgotten: boolean): ReadonlySet<string> =>
  isForgotten || !existsSync(path) ? new Set() : new Set<string>(JSON.parse(readFileSync(path, 'utf8')))

export const remember = (caught: ReadonlySet<string>): void => writeFileSync(path, JSON.stringify([...caught]))
