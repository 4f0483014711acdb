import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { transferWords } from '#adapters/payments/Refusal.ts'
import { AttemptFailure } from '#domain/delivery/Delivery.ts'
import { paymentFaults, processorFaults } from '#ports/Payments.ts'
import { blockedReasons } from '#ports/StorageUnavailable.ts'
import { alerts, rules } from '#test/support/alerts.ts'

const dashboard: { readonly panels: ReadonlyArray<{ readonly targets: ReadonlyArray<{ readonly expr: string }> }> } =
  JSON.parse(readFileSync('ops/dashboard.json', 'utf8'))
const pages = globSync('docs/operate/alerts/*.md', { exclude: ['**/README.md'] }).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))
const document = pages.map(({ text }) => text).join('\n')

const all = (text: string, form: RegExp): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(form)].map(([, found = '']) => found))].sort()

const code = globSync('src/**/*.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
const histograms = all(code, /Metric\.histogram\(\s*'(\w+)'/g)
const known = new Set([
  ...all(code, /(?:Metric\.(?!histogram)\w+|gauge|ofService)\(\s*'(\w+)'/g),
  ...histograms.flatMap((name) => ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)),
])
const metricsIn = (text: string) => all(text, /\b((?:cotejo|process|nodejs)_(?!(?:operator|app)\b)\w+)/g)
const strangersIn = (expressions: string) => metricsIn(expressions).filter((name) => !known.has(name))

describe('the rules of alarms', () => {
  it('ask for metrics that there are', () => {
    expect(alerts.length).toBeGreaterThan(10)
    expect(strangersIn(alerts.map(({ expression }) => expression).join('\n'))).toEqual([])
  })

  it('lead each to its section in docs/operate/alerts', () => {
    expect(alerts.map(({ name }) => name)).toEqual(
      Array.from(rules.matchAll(/^ +- alert: (\w+)$/gm), ([, name]) => name),
    )
    expect(alerts.map(({ runbook }) => runbook)).toEqual(
      alerts.map(({ name }) => {
        const page = pages.find(({ text }) => text.includes(`\n## ${name}\n`))
        return `${page?.path}#${name.toLowerCase()}`
      }),
    )
  })

  it('tell a processor that fails from a payment that is not in order', () => {
    const { expression = '' } = alerts.find(({ name }) => name === 'CotejoProcessorFails') ?? {}
    expect(all(expression, /result=~"([\w|]+)"/g)).toEqual([processorFaults.join('|')])
  })
})

describe('the pages about alerts', () => {
  const sections = new Map(
    pages
      .flatMap(({ text }) => text.split(/^## /m).slice(1, -1))
      .map((text) => [text.split('\n')[0] ?? '', text] as const),
  )

  it('has a section for each rule, and for nothing else', () => {
    expect([...sections.keys()].sort()).toEqual(alerts.map(({ name }) => name).sort())
  })

  it.each(alerts)('says of $name its meaning, impact, diagnosis and resolution', ({ name, expression }) => {
    const text = sections.get(name) ?? ''
    const parts = Array.from(text.matchAll(/^\*\*(.+?)\.\*\* (.+)/gm), ([, part = '', begin = '']) => ({
      part,
      begin,
    }))
    expect(parts.map(({ part }) => part)).toEqual(['Meaning', 'Impact', 'Diagnosis', 'Resolution'])
    const first = text.slice(text.indexOf('**Diagnosis.**'), text.indexOf('**Resolution.**'))
    expect(first).toMatch(/`(?:cotejo |curl |rate\()/)
    const named = metricsIn(expression).map((metric) => metric.replace(/_bucket$/, ''))
    expect(named.filter((metric) => !text.includes(`\`${metric}`) && !text.includes(`${metric}{`))).toEqual([])
  })

  it.each(alerts)('says of $name whom it calls, and after how long', ({ name, minutes, severity }) => {
    const [, , told] = sections.get(name)?.split('\n') ?? []
    const after = minutes === '' ? 'at once' : `once it has held for ${minutes} minutes`
    expect(told).toBe(`\`${severity}\`, ${after}.`)
  })

  it('names metrics that there are', () => {
    expect(strangersIn(document).filter((name) => !histograms.includes(name))).toEqual([])
  })

  it('names lines of cotejo doctor that there are', () => {
    const checks = all(code, /^ +check: '([\w ]+)',$/gm)
    const named = [...document.matchAll(/the lines? ((?:`[\w ]+`(?: and )?)+)/g)].flatMap(([, names = '']) =>
      all(names, /`([\w ]+)`/g),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !checks.includes(name))).toEqual([])
  })
})

describe('docs/operate/reasons.md', () => {
  it('says of each word for a failure what it means', () => {
    const section = readFileSync('docs/operate/reasons.md', 'utf8')
    const documented = all(section, /^\| (`.+?`) \| /gm).flatMap((cell) => all(cell, /`(\w+)`/g))
    const outcomes = ['Outcome', 'Exchange', 'Question', 'Lists', 'Sources'].map((name) =>
      readFileSync(`src/adapters/sources/real/${name}.ts`, 'utf8'),
    )
    const ofSources = all(outcomes.join('\n'), /(?:return|result:|\||=|reason:) '([a-z]+_[a-z_]+|pendiente)'/g)
    expect(ofSources.length).toBeGreaterThan(8)
    const connection = ['SqlFailures', 'Database', 'Batches', 'HeldRow'].map((name) =>
      readFileSync(`src/adapters/postgres/connection/${name}.ts`, 'utf8'),
    )
    const kinds = all(connection.join('\n'), /^ {2}'(\w+Error)',$/gm)
    const told = all(connection.join('\n'), /(?:reason: |fail\(\w+, )'([A-Za-z_ ]+)'/g)
    expect([kinds.length, told.length]).toEqual([6, 7])
    const sentences = [...told, blockedReasons.Locked, blockedReasons.KeyMissing]
    expect([...kinds, ...sentences].filter((word) => !section.includes(`\`${word}`))).toEqual([])
    const words = [
      ...ofSources,
      ...AttemptFailure.literals,
      ...processorFaults,
      ...paymentFaults,
      ...Object.values(transferWords),
    ]
    expect(words.filter((word) => !documented.includes(word))).toEqual([])
  })
})

describe('the dashboard', () => {
  it('asks for metrics that there are', () => {
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(expressions.length).toBeGreaterThan(10)
    expect(strangersIn(expressions.join('\n'))).toEqual([])
  })
})
