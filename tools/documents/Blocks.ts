import { readFileSync } from 'node:fs'
import type { Schema } from 'effect'
import type { Command } from 'effect/cli'
import { FactorCode, factor } from '#domain/recommendation/Catalog.ts'
import { StepCode, step } from '#domain/recommendation/CatalogSteps.ts'
import { table as rulesOfNames } from '#domain/screening/Rules.ts'
import { type Declaration, declarations, placeholders } from '#simulator/levers/Declarations.ts'
import { meanings } from '#simulator/levers/Meanings.ts'
import { variables } from '#src/Config.ts'
import { cotejo as commandOf } from '#src/cli/Cotejo.ts'
import { rules } from './Citations.ts'
import { guideBlocks } from './GuideBlocks.ts'
import { importTable, product } from './ImportTable.ts'
import { alerts, logMessages, metrics } from './Monitoring.ts'
import { joined, sources } from './Places.ts'
import { reasons } from './Reasons.ts'
import { aims, figures, trials } from './Results.ts'
import { code, table } from './Tables.ts'

/** Where each rule of the contract is implemented: the files of `src` that cite it. */

const forms = [
  { form: /\b[Cc]ontract (\d\.\d+[a-z]?(?:(?:, | and | to )\d\.\d+[a-z]?)*)/g, prefix: '' },
  { form: /\b[Ss]teps? (\d+b?(?:(?:, | and | to )\d+b?)*)/g, prefix: '4.' },
]

/** A rule, or all rules from the first to the last of a range. */
const rulesOf = (cited: string, prefix: string): ReadonlyArray<string> => {
  const ends = cited.split(' to ').map((number) => rules.indexOf(`${prefix}${number}`))
  return rules.slice(ends[0], (ends.at(-1) ?? 0) + 1)
}

const citedIn = (text: string): ReadonlyArray<string> =>
  forms.flatMap(({ form, prefix }) =>
    Array.from(text.matchAll(form), ([, numbers = '']) =>
      numbers.split(/, | and /).flatMap((cited) => rulesOf(cited, prefix)),
    ).flat(),
  )

/** The heading of each rule. A step of the order of judgement has none. */
const headings = (): ReadonlyMap<string, string> =>
  new Map(
    Array.from(
      readFileSync('docs/contract.md', 'utf8').matchAll(/^\*\*(\d\.\d+) (.+?)\.\*\*/gm),
      ([, number = '', heading = '']) => [number, heading] as const,
    ),
  )

export const rulePlaces = (): string => {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of sources.filter((source) => source.path.startsWith('src/'))) {
    for (const rule of citedIn(joined(text))) places.set(rule, (places.get(rule) ?? new Set()).add(path))
  }
  const named = headings()
  return table(
    ['Rule', 'Files that cite it'],
    [...places]
      .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
      .map(([rule, files]) => [
        named.has(rule) ? `${rule} ${named.get(rule)}` : `step ${rule.slice(2)}`,
        [...files].sort().map(code).join(', '),
      ]),
  )
}

const named = (fields: Schema.Struct.Fields): ReadonlyArray<string> =>
  Object.entries(fields).map(([name, { ast }]) => (ast.context?.isOptional === true ? `${name}?` : name))

const membersOf = ({ path, parameters, body }: Declaration): string => {
  const inPath = placeholders(path)
  const asked = named(parameters?.fields ?? {}).filter((name) => !inPath.includes(name.replace('?', '')))
  const members = [...asked.map((name) => `?${name.replace('?', '')}=`), ...named(body?.fields ?? {})]
  return members.map(code).join(', ')
}

const controls = (): string =>
  table(
    ['Route', 'Name', 'Fields', 'What it does'],
    declarations.map((declaration) => {
      const { name, method, path } = declaration
      const meaning = meanings[name]
      if (meaning === undefined) throw new Error(`simulator/levers/Meanings.ts does not say what ${name} does`)
      return [code(`${method} /_simulador${path}`), code(name), membersOf(declaration), meaning]
    }),
  )

/** Generates the blocks of the documents that show facts of the code. */

const cotejo = await commandOf()

const settings = (): string =>
  table(
    ['Variable', 'Default', 'Meaning'],
    variables.map(({ name, meaning, fallback, required }) => [
      name.split(' or ').map(code).join(', '),
      required === null ? (fallback ?? 'none') : `required ${required}`,
      meaning,
    ]),
  )

interface CommandLine {
  readonly line: string
  readonly description: string
}

/** Every command that does something, with its parent commands. */
export const lines = (command: Command.Command.Any, before: string): ReadonlyArray<CommandLine> => {
  const line = `${before}${command.name}`
  const below = command.subcommands.flatMap(({ commands }) => commands)
  return below.length === 0
    ? [{ line, description: command.description ?? '' }]
    : below.flatMap((one) => lines(one, `${line} `))
}

const commands = (): string =>
  table(
    ['Command', 'What it does'],
    lines(cotejo, '').map(({ line, description }) => [code(line), description.split('. ')[0] ?? '']),
  )

const imports = (): string =>
  table(
    ['Folder', 'May import, in addition to itself'],
    Object.entries(importTable).map(([folder, allowed]) => {
      const others = allowed.filter((name) => name !== folder && `src/${name}` !== folder)
      const isAny = product.every((name) => allowed.includes(name))
      const shown = isAny
        ? ['all of `src`, `simulator`', ...others.filter((name) => !product.includes(name)).map(code)]
        : others.map(code)
      return [code(folder), shown.length === 0 ? 'the pure modules of `effect`' : shown.join(', ')]
    }),
  )

const factors = (): string =>
  table(
    ['`codigo`', '`efecto`', '`fuente`', '`texto`'],
    FactorCode.literals.map((one) => {
      const { effect, source, text } = factor(one)
      return [code(one), effect, source ?? '', text]
    }),
  )

const steps = (): string =>
  table(
    ['`codigo`', '`texto`'],
    StepCode.literals.map((one) => [code(one), step(one).text]),
  )

const listRules = (): string =>
  table(
    ['Rule', 'Verdict', 'Birth', 'Surnames', 'Given names', 'Slips at most'],
    rulesOfNames.map(({ rule, verdict, births, surnames, givenNames, slips }) => [
      code(rule),
      verdict,
      births.join(', '),
      surnames.join(', '),
      givenNames,
      String(slips),
    ]),
  )

/** The blocks by name, each with its document. */
export const blocks: Readonly<Record<string, { readonly document: string; readonly content: () => string }>> = {
  settings: { document: 'docs/operate/settings.md', content: settings },
  rules: { document: 'docs/operate/lists.md', content: listRules },
  commands: { document: 'docs/operate/commands.md', content: commands },
  alerts: { document: 'docs/operate/alerts/README.md', content: alerts },
  metrics: { document: 'docs/operate/metrics.md', content: metrics },
  'log messages': { document: 'docs/operate/logs.md', content: logMessages },
  ...Object.fromEntries(
    Object.entries(reasons).map(([name, content]) => [name, { document: 'docs/operate/reasons.md', content }] as const),
  ),
  imports: { document: 'docs/architecture.md', content: imports },
  'places of rules': { document: 'docs/rules.md', content: rulePlaces },
  figures: { document: 'docs/performance.md', content: figures },
  aims: { document: 'docs/performance.md', content: aims },
  trials: { document: 'docs/reliability.md', content: trials },
  'factors es': { document: 'docs/es/vida.md', content: factors },
  'factors en': { document: 'docs/en/life.md', content: factors },
  'steps es': { document: 'docs/es/vida.md', content: steps },
  'steps en': { document: 'docs/en/life.md', content: steps },
  controls: { document: 'docs/simulator/controls.md', content: controls },
  ...guideBlocks,
}

const opening = (name: string): string => `<!-- ${name}: made by npm run docs -->`
const closing = '<!-- end -->'

/** The document with the new content of a block, or null if the document has no place for it. */
export const filled = (text: string, name: string, content: string): string | null => {
  const start = text.indexOf(opening(name))
  const end = text.indexOf(closing, start)
  return start < 0 || end < 0 ? null : `${text.slice(0, start)}${opening(name)}\n\n${content}\n\n${text.slice(end)}`
}
