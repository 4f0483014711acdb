/** The runs of schedules that the document has, kept beside it: no machine plays all seeds in one go. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** What was played in one go. */
export interface Run {
  readonly schedules: number
  /** Schedules with at least one. */
  readonly violations: number
  /** Answers that partners noted. */
  readonly answers: number
  /** By what they were. */
  readonly steps: Readonly<Record<string, number>>
}

interface Dated extends Run {
  readonly from: number
  readonly commit?: string
  readonly date?: string
}

type Rows = Readonly<Record<string, Readonly<Record<string, number | string>>>>

interface Kept {
  readonly runs: ReadonlyArray<Dated>
  readonly found: Rows | null
}

const file = 'docs/schedules.json'
const kept = (): Kept => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { runs: [], found: null })

/** The tables of these runs, by title. */
export const runs = (all: ReadonlyArray<Dated>, found: Rows | null): Readonly<Record<string, Rows>> => {
  const each = all.map(({ from, schedules, violations, commit = 'now', date = '' }, index) => [
    `${index + 1}`,
    { commit, date, 'from seed': from, schedules, 'with a violation': violations },
  ])
  const sum = (of: (run: Run) => number) => all.reduce((total, run) => total + of(run), 0)
  const names = Object.keys(all[0]?.steps ?? {})
  const totals = {
    schedules: sum(({ schedules }) => schedules),
    'with a violation': sum(({ violations }) => violations),
    'answers that partners noted': sum(({ answers }) => answers),
    ...Object.fromEntries(names.map((name) => [name, sum(({ steps }) => steps[name] ?? 0)])),
  }
  return {
    Runs: Object.fromEntries(each),
    'In all of them': Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, { value }])),
    ...(found === null ? {} : { 'Faults that were planted on purpose': found }),
  }
}

/** Keeps a run with those before it; the tables of all. */
export const add = ({ run, found }: { readonly run: Dated; readonly found: Rows | null }) => {
  const before = kept()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const dated = { commit, date: new Date().toISOString().slice(0, 10), ...run }
  const now: Kept = { runs: [...before.runs, dated], found: found ?? before.found }
  writeFileSync(file, `${JSON.stringify(now, null, 1)}\n`)
  return runs(now.runs, now.found)
}
