import { equivalents } from './equivalents.ts'
import type { Figures } from './Report.ts'

/** What the document says of the faults that were planted. */

const row = (cells: ReadonlyArray<string | number>): string => `| ${cells.join(' | ')} |`
const head = (...names: ReadonlyArray<string>): ReadonlyArray<string> => [row(names), row(names.map(() => '---'))]
/** Code in a cell of a table. */
const cell = (code: string): string => `\`${code.replaceAll('|', '¦').replaceAll('`', "'").replaceAll('](', '] (')}\``

const figured = (name: string, { caught, missed, unreached, equivalent, still }: Figures): string => {
  const tried = caught + missed
  const score = tried === 0 ? '' : `${((100 * caught) / tried).toFixed(1)} %`
  return row([name, caught, missed, unreached, equivalent, still, score])
}

const sumOf = (all: ReadonlyArray<Figures>): Figures => {
  const sum = (of: (figures: Figures) => number) => all.reduce((total, figures) => total + of(figures), 0)
  return {
    caught: sum(({ caught }) => caught),
    missed: sum(({ missed }) => missed),
    unreached: sum(({ unreached }) => unreached),
    equivalent: sum(({ equivalent }) => equivalent),
    still: sum(({ still }) => still),
  }
}

const introduction = `# Faults that the tests catch

<!-- written by npm run mutate -->

\`npm run mutate\` plants faults in copies of the programs, all at once and asleep: a condition turned, a text emptied, a
member or a statement left out. Then it wakes one after the other, and runs every test that reaches it until one fails.
Only tests that start neither a database nor a whole service take part: what others alone reach counts here as missed, and
\`src/adapters/postgres\` is left out: its tests leave rows behind, so that they cannot run again and again in one process. It
is held to the domain instead, statement by statement (\`Admission.property.pg.test.ts\`, \`Endings.property.pg.test.ts\`, the
suites of \`test/ports\`). There and in \`src/cli\` faults were planted by script, one at a time, and the tests nearest to each
were run: limits, orders, units, columns, conditions of account, branches. Of 343 in November 2026, 122 were caught at first
and 332 in the end; eight of the others change nothing, two guard against a second fault, and one needs a file as large as
the limit.

Static faults, which are passed only while modules are loaded or before a value is kept for good (tables, constants), are not
tried: each would need a process of its own, and the tests of the tables try their rows. Texts of logs, errors and spans that
only people read are left alone, and so is what only the compiler asks for (\`[, year = ''] = parts\`, \`list[0] ?? 0\`). The
score is what was caught of what was tried, without what was judged to change nothing. What was missed stands in
\`dist/mutation/found.json\` after a run, with its line and what stood there instead.`

/**
 * @param folders all that can be run
 * @param found what was found in those that were
 */
export const document = (folders: ReadonlyArray<string>, found: Readonly<Record<string, Figures>>): string => {
  const run = folders.flatMap((folder) => {
    const figures = found[folder]
    return figures === undefined ? [] : [[folder, figures] as const]
  })
  const rooms = Map.groupBy(run, ([folder]) => folder.split('/').slice(0, 2).join('/'))
  const left = folders.filter((folder) => found[folder] === undefined).map((folder) => `\`${folder}\``)
  return `${[
    introduction,
    '',
    '## Figures',
    '',
    ...head('Folder', 'caught', 'missed', 'of those unreached', 'equivalent', 'static', 'score'),
    ...run.map(([folder, figures]) => figured(`\`${folder}\``, figures)),
    ...[...rooms].map(([room, some]) => figured(`all of \`${room}\``, sumOf(some.map(([, figures]) => figures)))),
    figured('all of these', sumOf(run.map(([, figures]) => figures))),
    '',
    `Not run yet: ${left.length === 0 ? 'nothing' : left.join(', ')}.`,
    '',
    '## Judged to change nothing',
    '',
    ...head('File', 'part of the line', 'fault', 'instead', 'why'),
    ...equivalents.map(({ file, code, mutator = 'any', replacement, because }) =>
      row([`\`${file}\``, cell(code), mutator, replacement === undefined ? 'any' : cell(replacement), because]),
    ),
  ].join('\n')}\n`
}
