/** The results of a run: printed, and with `--write` stored in a file with machine, commit and date. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { exitCodes } from './exitCodes.ts'
import { round } from './measure.ts'

type Row = Readonly<Record<string, unknown>>
type Rows = Readonly<Record<string, Row>>

interface Report {
  readonly title: string
  readonly rows: Rows
}

/** The content of a result file. */
interface Result {
  readonly commit: string
  readonly date: string
  readonly node: string
  readonly machine: string
  readonly tables: ReadonlyArray<Report>
}

const folders = { bench: 'benchmarks', chaos: 'trials' } as const
const reports: Array<Report> = []

/** Prints a table below its title. */
export const report = (title: string, rows: Rows): void => {
  reports.push({ title, rows })
  console.log(`\n${title}`)
  console.table(rows)
}

/** A figure and its aim. */
interface Aim {
  readonly value: number
  readonly atMost?: number
  readonly atLeast?: number
  readonly unit?: string
}

const isMissed = ({ value, atMost = Infinity, atLeast = -Infinity }: Aim): boolean =>
  !(value <= atMost && value >= atLeast)

/** Prints figures next to their aims. A missed aim is marked, and the process exits with status 1. */
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

const git = (...args: ReadonlyArray<string>): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

const circumstances = (): Omit<Result, 'tables'> => {
  const changed = git('status', '--porcelain', '--', 'src', 'scripts', 'simulator', 'package-lock.json') !== ''
  const processor = `${cpus().length} cores of ${cpus()[0]?.model.trim()}`
  return {
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${processor}, ${round(totalmem() / 2 ** 30, 0)} GB`,
  }
}

/** Writes the reported tables into a result file. */
export const write = (name: string, command: keyof typeof folders = 'bench'): void => {
  // A part with figures in another file reports none here. Keep the earlier file.
  if (reports.length === 0) return
  const result: Result = { ...circumstances(), tables: reports }
  writeFileSync(join(folders[command], `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}
