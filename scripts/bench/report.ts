/** What was found: printed, and with `--write` kept in a document with machine, commit and date. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { exitCodes } from './exitCodes.ts'
import { round } from './measure.ts'

type Row = Readonly<Record<string, unknown>>
type Rows = Readonly<Record<string, Row>>

interface Report {
  readonly title: string
  readonly rows: Rows
}

const documents = { bench: 'docs/performance.md', chaos: 'docs/reliability.md' } as const
const reports: Array<Report> = []

/** Prints a table under its title. */
export const report = (title: string, rows: Rows): void => {
  reports.push({ title, rows })
  console.log(`\n${title}`)
  console.table(rows)
}

/** A figure, and what it should be. */
interface Aim {
  readonly value: number
  readonly atMost?: number
  readonly atLeast?: number
  readonly unit?: string
}

export const isMissed = ({ value, atMost = Infinity, atLeast = -Infinity }: Aim): boolean =>
  !(value <= atMost && value >= atLeast)

/** Prints figures beside their aims; one that is missed is marked, and the process will end with 1. */
export const judge = (title: string, figures: Readonly<Record<string, Aim>>): void => {
  const rows = Object.entries(figures).map(([name, aim]) => {
    const { value, atMost, atLeast, unit = '' } = aim
    const bounds = [
      ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
      ...(atMost === undefined ? [] : [`at most ${atMost}`]),
    ]
    const verdict = bounds.length === 0 ? '' : isMissed(aim) ? 'missed' : 'kept'
    return [name, { value: round(value, 2), unit, aim: bounds.join(', '), verdict }] as const
  })
  report(title, Object.fromEntries(rows))
  if (Object.values(figures).some(isMissed)) process.exitCode = exitCodes.missed
}

const line = (cells: ReadonlyArray<unknown>): string =>
  `| ${cells.map((cell) => String(cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`

const markdown = ({ title, rows }: Report): string => {
  const heads = [...new Set(Object.values(rows).flatMap(Object.keys))]
  return [
    `${title}:`,
    '',
    line(['', ...heads]),
    line(['', ...heads].map(() => '---')),
    ...Object.entries(rows).map(([name, row]) => line([name, ...heads.map((head) => row[head])])),
  ].join('\n')
}

const git = (...args: ReadonlyArray<string>): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

const circumstances = (): string => {
  const changed = git('status', '--porcelain', '--', 'src', 'scripts', 'simulator', 'package-lock.json') !== ''
  const commit = `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`
  const processor = `${cpus().length} cores of ${cpus()[0]?.model.trim()}`
  const memory = `${round(totalmem() / 2 ** 30, 0)} GB`
  return `Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${processor}, ${memory}.`
}

const opening = (command: string, name: string): string => `<!-- made by npm run ${command} -- ${name} --write -->`
const closing = '<!-- end -->'

/** Puts what was reported in its place of the document. */
export const write = (name: string, command: keyof typeof documents = 'bench'): void => {
  // A part that keeps its figures elsewhere reports none here: what was measured before stays.
  if (reports.length === 0) return
  const [document, start] = [documents[command], opening(command, name)]
  const text = readFileSync(document, 'utf8')
  const from = text.indexOf(start)
  const to = text.indexOf(closing, from)
  if (from < 0 || to < 0) throw new Error(`${document} has no place for "${name}"`)
  const content = [circumstances(), ...reports.map(markdown)].join('\n\n')
  writeFileSync(document, `${text.slice(0, from)}${start}\n\n${content}\n\n${text.slice(to)}`)
}
