import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RegisteredName } from '#domain/person/Subject.ts'

/** A row of the .txt files in this folder, and the rule above it. */
export interface Row {
  readonly rule: string
  /** The facts of the entry in addition to its names, as words of `Facts.ts`. Each makes a pair. */
  readonly facts: ReadonlyArray<string>
  readonly sex: 'H' | 'M'
  readonly bornAbroad: boolean
  readonly name: RegisteredName
  /** For example `1980-01-31`. */
  readonly born: string
  readonly names: ReadonlyArray<string>
  /** The first letters of the RFC, if the row gives them. A single letter is the fourth one. */
  readonly rfc: string
}

/** The birth date of a row, derived from its text. Day and month are different numbers. */
const bornIn = (row: string): string => {
  const bytes = createHash('sha256').update(row).digest()
  const [year, month] = [1948 + (bytes.readUInt16BE(0) % 55), 1 + (bytes.readUInt16BE(2) % 12)]
  const day = 1 + ((month + (bytes.readUInt16BE(4) % 11)) % 12)
  return [year, month, day].map((number) => String(number).padStart(2, '0')).join('-')
}

const rowOf = (rule: string, facts: ReadonlyArray<string>, line: string): Row => {
  const form = /^([HM])(\*?) ([^|]+)\|([^|]+)\|(.*?) = (.*?)(?: @(\S+))?$/
  const [, sex, abroad, nombres = '', primerApellido = '', second, names = '', rfc = ''] = form.exec(line) ?? []
  if (sex === undefined) throw new Error(`no row: ${line}`)
  return {
    rule,
    facts,
    sex: sex === 'H' ? 'H' : 'M',
    bornAbroad: abroad === '*',
    name: { nombres, primerApellido, segundoApellido: second || null },
    born: bornIn(line),
    names: names.split(' ; '),
    rfc,
  }
}

/**
 * The rows of a file. Below each `# rule: facts`, a line is `H Given names|First|Second = THE NAMES ; OF, The entry`.
 */
export const rowsIn = (file: string): ReadonlyArray<Row> => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n\n')
    .flatMap((part) => {
      const [heading = '', ...lines] = part.trim().split('\n')
      const [, rule = '', facts = ''] = /^# (.*): (.*)$/.exec(heading) ?? []
      return lines.map((line) => rowOf(rule, facts.split(' '), line))
    })
}
