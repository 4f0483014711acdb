import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const rules = readFileSync('ops/alerts.yaml', 'utf8')
const dashboard: { readonly panels: ReadonlyArray<{ readonly targets: ReadonlyArray<{ readonly expr: string }> }> } =
  JSON.parse(readFileSync('ops/dashboard.json', 'utf8'))
const document = readFileSync('docs/operations.md', 'utf8')

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
const strangersIn = (expressions: string) =>
  all(expressions, /\b((?:cotejo|process|nodejs)_\w+)/g).filter((name) => !known.has(name))

const run = promisify(execFile)
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)

describe('the rules of alarms', () => {
  const expressions = all(rules, /^ +expr: (.+)$/gm)

  it('ask for metrics that there are', () => {
    expect(expressions.length).toBeGreaterThan(10)
    expect(strangersIn(expressions.join('\n'))).toEqual([])
  })

  it('are each explained in docs/operations.md, and no other', () => {
    expect(all(document, /^\| `(Cotejo\w+)` \|/gm)).toEqual(all(rules, /^ +- alert: (\w+)$/gm))
  })

  it.skipIf(!hasPromtool)(`are rules of Prometheus${hasPromtool ? '' : ' (skipped: no promtool)'}`, async () => {
    await expect(run('promtool', ['check', 'rules', 'ops/alerts.yaml'])).resolves.toBeDefined()
  })
})

describe('the dashboard', () => {
  it('asks for metrics that there are', () => {
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(expressions.length).toBeGreaterThan(10)
    expect(strangersIn(expressions.join('\n'))).toEqual([])
  })
})
