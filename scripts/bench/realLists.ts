/** Published lists from a folder: their content, and which people they match. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Result } from 'effect'
import { readList } from '#adapters/lists/ListFiles.ts'
import type { ListName } from '#domain/screening/ListEntry.ts'
import { personWithoutCurp, type ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import type { Candidate } from '#ports/Lists.ts'
import { percentile, round } from '#tools/reports/measure.ts'
import { searchIn, stranger } from './namesakes.ts'

/** The people of lists as the registry would record them, if the entry has enough data. */

const particle = /^(?:DE|DEL|LA|LAS|LOS|Y|SAN|SANTA|MC)$/i

/** Words, each with the particles before it. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let before = ''
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (particle.test(word)) before += `${word} `
    else {
      parts.push(before + word)
      before = ''
    }
  }
  return parts
}

const written = (text: string): string => text.replace(/\bMA\b\.?/gi, 'MARÍA').replace(/^J\b\.? /i, 'JOSÉ ')

/** Parses `SURNAMES, Given names`, or surnames first without a comma; null for another form. */
const nameIn = (text: string): ScreenedPerson['name'] | null => {
  const [before = '', after] = text.split(',')
  const [primerApellido, segundoApellido = null, ...rest] = partsOf(before)
  const nombres = written(after?.trim() ?? rest.join(' '))
  const isWhole = after === undefined || rest.length === 0
  if (primerApellido === undefined || nombres === '' || !isWhole) return null
  return { nombres, primerApellido, segundoApellido }
}

const bornIn = ({ births, rfc }: Candidate['entry']): string | null => {
  const [from, until] = births[0]?.split('/') ?? []
  if (rfc === null) return from !== undefined && from === until ? from : null
  const [, year = '', month = '', day = ''] = /^.{4}(\d\d)(\d\d)(\d\d)/.exec(rfc) ?? []
  return `${Number(year) < 9 ? 20 : 19}${year}-${month}-${day}`
}

/** The CURP letters that fit the RFC. For María and José, either may use the next name instead. */
const form = (rfc: string): RegExp =>
  new RegExp(`^${rfc.slice(0, 3).replaceAll('Ñ', 'X')}(?:${/[MJ]/.test(rfc.charAt(3)) ? '.' : `[${rfc.charAt(3)}MJ]`})`)

const listedPeople = (candidates: ReadonlyArray<Candidate>) =>
  candidates.flatMap((candidate) => {
    const { entry, list } = candidate
    const [name, born] = [list === 'onu' ? null : nameIn(entry.names[0] ?? ''), bornIn(entry)]
    if (name === null || born === null) return []
    const sex = entry.sex ?? (/^(?:MAR[IÍ]A\b(?! JOS)|.*A$)/i.test(name.nombres.split(' ')[0] ?? '') ? 'M' : 'H')
    const person = personWithoutCurp({ name, born, sex, bornAbroad: entry.foreign })
    // The tax authority sometimes writes given names first, or one surname. The RFC shows the order.
    const isRead = entry.rfc === null || form(entry.rfc).test(person.letters)
    return isRead ? [{ person, candidate }] : []
  })

/** The list of a file, by its published name. */
const kinds: ReadonlyArray<readonly [name: RegExp, list: ListName, aliases?: string, addresses?: string]> = [
  [/^sdn\.csv$/i, 'ofac_sdn', 'alt.csv', 'add.csv'],
  [/^cons_prim\.csv$/i, 'ofac_consolidada', 'cons_alt.csv', 'cons_add.csv'],
  [/^consolidated.*\.xml$/i, 'onu'],
  [/-FULL-.*\.xml$/i, 'union_europea'],
  [/^UK-Sanctions-List.*\.csv$/i, 'reino_unido'],
  [/^Listado_69_B_Bis.*\.csv$/i, 'sat_69b_bis'],
  [/^Listado_Completo_69-B.*\.csv$/i, 'sat_69b'],
]

const readFiles = (folder: string) =>
  globSync('**/*.{csv,xml}', { cwd: folder })
    .toSorted()
    .flatMap((path) => {
      const [, list, ...others] = kinds.find(([name]) => name.test(basename(path))) ?? []
      if (list === undefined) return []
      const [aliases = null, addresses = null] = others.map((name = '') =>
        readFileSync(join(folder, dirname(path), name)),
      )
      const began = performance.now()
      const main = readFileSync(join(folder, path))
      const read = readList(list, { main, aliases, addresses })
      return [{ path, list, megabytes: main.length / 2 ** 20, read, seconds: (performance.now() - began) / 1_000 }]
    })

const countsOf = ({ path, list, megabytes, read, seconds }: ReturnType<typeof readFiles>[number]) => {
  const size = { MB: round(megabytes, 2), s: round(seconds, 2) }
  if (Result.isFailure(read)) return { path, list, ...size, people: `refused: ${read.failure.reason}` }
  const { entries, cutOff, leftOut, doubts } = read.success
  const having = (what: (entry: (typeof entries)[number]) => boolean) => entries.filter(what).length
  return {
    path,
    list,
    ...size,
    people: entries.length,
    names: entries.reduce((sum, { names }) => sum + names.length, 0),
    'with a date': having(({ births, rfc }) => births.length > 0 || rfc !== null),
    'with a CURP': having(({ curps }) => curps.length > 0),
    foreign: having(({ foreign }) => foreign),
    'left out': Object.entries(leftOut)
      .map(([reason, count]) => `${count} ${reason}`)
      .join(', '),
    'cut-off': cutOff ?? '',
    doubts: doubts.length,
  }
}

const tallyOf = (words: ReadonlyArray<string>) =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, { length }]) => [word, length]))

/** People who are on no list. */
const strangers = 100_000

const screenStrangers = (search: ReturnType<typeof searchIn>) => {
  const times: Array<number> = []
  const found = Array.from({ length: strangers }, (_, index) => {
    const person = stranger(index)
    const began = performance.now()
    const judged = search(person)
    times.push(performance.now() - began)
    return judged.map(({ candidate, judged: { verdict, rule } }) => `${verdict} ${candidate.list} ${rule}`)
  }).flat()
  const matches = found.filter((word) => word.startsWith('match')).length
  console.log(`\n${strangers} people made up with the names and dates of Mexico: ${matches} matches`)
  console.table({ ...tallyOf(found), 'p99 ms each': round(percentile(times, 0.99), 2) })
  return matches
}

const screenListed = (search: ReturnType<typeof searchIn>, candidates: ReadonlyArray<Candidate>): void => {
  const people = listedPeople(candidates)
  const judged = people.map(({ person, candidate }) => {
    const matched = search(person).filter((hit) => hit.judged.verdict === 'match')
    return { candidate, matched }
  })
  const rows = [...Map.groupBy(judged, ({ candidate }) => candidate.list)].map(([list, some]) => {
    const isFound = ({ candidate, matched }: (typeof some)[number]) =>
      matched.some((hit) => hit.candidate.entry.id === candidate.entry.id)
    const isOther = ({ candidate, matched }: (typeof some)[number]) =>
      matched.some((hit) => hit.candidate.list === list && hit.candidate.entry.id !== candidate.entry.id)
    return {
      list,
      people: some.length,
      found: some.filter(isFound).length,
      'with another too': some.filter(isOther).length,
    }
  })
  console.log('\nThe people of the lists whose date is known, as the registry would have them')
  console.table(rows)
}

/** Exits with status 1 if a stranger matches. */
export const realLists = (folder: string): void => {
  const files = readFiles(folder)
  if (files.length === 0) throw new Error(`${folder} has no file of a list under the name by which it is published`)
  console.table(files.map(countsOf))
  const candidates = files.flatMap(({ list, read }) =>
    Result.isSuccess(read) ? read.success.entries.map((entry) => ({ list, entry })) : [],
  )
  const search = searchIn(candidates)
  screenListed(search, candidates)
  if (screenStrangers(search) > 0) process.exitCode = 1
}
