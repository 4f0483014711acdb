import { equivalents } from './equivalents.ts'
import type { Missed, Summary } from './Report.ts'

/** What the document says of the faults that were planted. */

const reasonOf = ({ file, code, mutator, replacement }: Missed): string | null =>
  equivalents.find(
    (one) =>
      one.file === file &&
      code.includes(one.code) &&
      (one.mutator ?? mutator) === mutator &&
      (one.replacement ?? replacement) === replacement,
  )?.because ?? null

const row = (cells: ReadonlyArray<string | number>): string => `| ${cells.join(' | ')} |`
const head = (...names: ReadonlyArray<string>): ReadonlyArray<string> => [row(names), row(names.map(() => '---'))]
/** Code in a cell of a table, in one line. */
const cell = (code: string, most: number): string =>
  `\`${code.replace(/\s+/g, ' ').slice(0, most).replaceAll('|', '¦').replaceAll('`', "'").replaceAll('](', '] (')}\``

const figures = (name: string, { caught, still, missed }: Summary): string => {
  const real = missed.filter((one) => reasonOf(one) === null)
  const tried = caught + real.length
  const score = tried === 0 ? '' : `${((100 * caught) / tried).toFixed(1)} %`
  const unreached = real.filter(({ isReached }) => !isReached).length
  return row([name, caught, real.length, unreached, missed.length - real.length, still, score])
}

const sumOf = (summaries: ReadonlyArray<Summary>): Summary => ({
  caught: summaries.reduce((sum, { caught }) => sum + caught, 0),
  still: summaries.reduce((sum, { still }) => sum + still, 0),
  missed: summaries.flatMap(({ missed }) => missed),
})

const placeOf = ({ file, line }: Missed): string => `\`${file}:${line}\``

/** The rows of a table, or that there are none. */
const listed = (names: ReadonlyArray<string>, rows: ReadonlyArray<string>): ReadonlyArray<string> =>
  rows.length === 0 ? ['None.'] : [...head(...names), ...rows]

const introduction = `# Faults that the tests catch

<!-- written by npm run mutate -->

\`npm run mutate\` plants faults in copies of the programs, all at once and asleep: a condition turned, a text emptied, a
member or a statement left out. Then it wakes one after the other, and runs every test that reaches it until one fails.
Only tests that start neither a database nor a whole service take part: what others alone reach counts here as missed, and
\`src/adapters/memory\`, \`src/adapters/postgres\` and \`src/adapters/webhooks\` are left out. Static faults, which
are passed only while modules are loaded or before a value is kept for good (tables, constants), are not tried: each would
need a process of its own, and the tests of the tables try their rows. Texts of logs, errors and spans that only people read are
left alone, and so is what only the compiler asks for (\`[, year = ''] = parts\`, \`list[0] ?? 0\`). The score is what was caught of what was tried, without what was judged to change nothing.
\`docs/mutation.json\` has the same for programs.`

/**
 * @param folders all that can be run
 * @param found what was found in those that were
 */
export const document = (folders: ReadonlyArray<string>, found: Readonly<Record<string, Summary>>): string => {
  const run = folders.flatMap((folder) => {
    const summary = found[folder]
    return summary === undefined ? [] : [[folder, summary] as const]
  })
  const all = sumOf(run.map(([, summary]) => summary))
  const left = folders.filter((folder) => found[folder] === undefined).map((folder) => `\`${folder}\``)
  const judged = all.missed.flatMap((one) => {
    const why = reasonOf(one)
    return why === null ? [] : [row([placeOf(one), one.mutator, cell(one.replacement, 60), why])]
  })
  const missed = all.missed
    .filter((one) => reasonOf(one) === null)
    .map((one) => row([placeOf(one), one.mutator, cell(one.code, 80), cell(one.replacement, 60)]))
  return `${[
    introduction,
    '',
    '## Figures',
    '',
    ...head('Folder', 'caught', 'missed', 'of those unreached', 'equivalent', 'static', 'score'),
    ...run.map(([folder, summary]) => figures(`\`${folder}\``, summary)),
    figures('all of these', all),
    '',
    `Not run yet: ${left.length === 0 ? 'nothing' : left.join(', ')}.`,
    '',
    '## Judged to change nothing',
    '',
    ...listed(['Place', 'fault', 'instead', 'why'], judged),
    '',
    '## Missed',
    '',
    ...listed(['Place', 'fault', 'line', 'instead'], missed),
  ].join('\n')}\n`
}
