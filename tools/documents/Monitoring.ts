import { globSync, readFileSync } from 'node:fs'
import { code, table } from './Tables.ts'

/** The names used to monitor a running service: alerts, metrics and log messages. */

const sources = globSync('src/**/*.ts', { exclude: ['src/cli/**'] })
  .sort()
  .map((path) => readFileSync(path, 'utf8'))

const declared =
  /(?:Metric\.(?:counter|gauge|histogram)|\b(?:gauge|ofService))\(\s*'((?:cotejo|process|nodejs)_\w+)',\s*(?:\{\s*description:\s*)?'((?:[^'\\]|\\.)*)'/g

const declaredIn = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from(text.matchAll(declared), ([, name = '', meaning = '']) => [code(name), meaning.replaceAll("\\'", "'")])

export const metrics = (): string =>
  table(
    ['Metric', 'Meaning'],
    sources.flatMap(declaredIn).sort(([a = ''], [b = '']) => a.localeCompare(b)),
  )

const levels: Readonly<Record<string, string>> = {
  Fatal: 'fatal',
  Error: 'error',
  Warning: 'warn',
  Info: 'info',
  Debug: 'debug',
}
const order = Object.values(levels)

const direct = /Effect\.log(Fatal|Error|Warning|Info|Debug)\(\s*(['`])((?:(?!\2).)+)\2/g
/** A message whose level the code chooses: `const log = … Effect.logError : Effect.logInfo`. */
const chosen = /const log =(.+?)\blog\(\s*'([^']+)'/gs
const failing = /logFailure\(\s*\w+,\s*(['`])((?:(?!\1).)+)\1/g

const messagesIn = (text: string): ReadonlyArray<readonly [levels: string, message: string]> => [
  ...Array.from(text.matchAll(direct), ([, level = '', , message = '']) => [levels[level] ?? '', message] as const),
  ...Array.from(text.matchAll(chosen), ([, choice = '', message = '']) => {
    const named = Array.from(choice.matchAll(/Effect\.log(\w+)/g), ([, level = '']) => levels[level] ?? '')
    return [order.filter((level) => named.includes(level)).join(', '), message] as const
  }),
  ...Array.from(text.matchAll(failing), ([, , message = '']) => ['error, warn', message] as const),
]

/** The levels of each message, most severe first. */
const byMessage = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, ReadonlyArray<string>>()
  for (const [named, message] of sources.flatMap(messagesIn)) {
    const shown = message.replace(/\$\{[^}]*\}/g, '…')
    const together = [...(found.get(shown) ?? []), ...named.split(', ')]
    found.set(
      shown,
      order.filter((level) => together.includes(level)),
    )
  }
  return found
}

const severity = ([worst = '']: ReadonlyArray<string>): number => order.indexOf(worst)

export const logMessages = (): string =>
  table(
    ['Level', 'Message'],
    [...byMessage()]
      .sort(([a, of], [b, other]) => severity(of) - severity(other) || a.localeCompare(b))
      .map(([message, named]) => [named.join(', '), code(message)]),
  )

const rule =
  /- alert: (\w+)\n[\s\S]*?severity: (\w+) \}[\s\S]*?summary: "(.+)"\n +runbook_url: docs\/operate\/alerts\/(\S+)/g

export const alerts = (): string =>
  table(
    ['Alert', 'Severity', 'Summary'],
    Array.from(
      readFileSync('ops/alerts.yaml', 'utf8').matchAll(rule),
      ([, name = '', severity = '', summary = '', place = '']) => [
        `[${name}](${place})`,
        code(severity),
        summary.replace(/\{\{.*?\}\}/g, '…'),
      ],
    ),
  )
