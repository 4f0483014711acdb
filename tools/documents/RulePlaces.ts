import { readFileSync } from 'node:fs'
import { rules } from './Citations.ts'
import { joined, sources } from './Places.ts'
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
