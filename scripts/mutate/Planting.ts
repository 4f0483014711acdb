import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname } from 'node:path'
import { faultsOf } from './Faults.ts'
import type { Missed } from './Report.ts'
import { withSwitches } from './Switches.ts'
import { planted } from './Work.ts'

/** A fault that was planted, as it is reported should no test catch it. */
export interface Plant {
  readonly file: string
  /** Of this fault in this text of the file. */
  readonly key: string
  readonly missed: Omit<Missed, 'isReached'>
}

/** Writes copies of these files with every fault in them; the first of the faults has the number 1. */
export const plantIn = (files: ReadonlyArray<string>): ReadonlyArray<Plant> => {
  rmSync(planted, { recursive: true, force: true })
  const plants: Array<Plant> = []
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    // Blanks take the place of types: every place stays where it is.
    const program = stripTypeScriptTypes(source)
    const faults = faultsOf(file, program)
    mkdirSync(dirname(`${planted}/${file}`), { recursive: true })
    writeFileSync(`${planted}/${file}`, withSwitches(program, faults, plants.length + 1))
    const lines = source.split('\n')
    for (const { mutator, start, end, form, replacement } of faults) {
      const line = program.slice(0, start).split('\n').length
      const instead = form === 'expression' ? replacement : `without ${program.slice(start, end)}`
      plants.push({
        file,
        key: hash('sha256', JSON.stringify([file, source, start, end, form, replacement]), 'base64url'),
        missed: { file, line, code: lines[line - 1]?.trim() ?? '', mutator, replacement: short(instead) },
      })
    }
  }
  return plants
}

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 100)
