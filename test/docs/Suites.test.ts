import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Test files by their path, and suites and folders that the fast tests run. */
const fast = globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] }).filter(
  (path) => !path.endsWith('.slow.test.ts'),
)
const sources = fast.map((path) => readFileSync(path, 'utf8'))

const isFast = (named: string): boolean =>
  fast.includes(named) ||
  (named.endsWith('/') && fast.some((path) => path.startsWith(named))) ||
  (!named.endsWith('.slow.test.ts') && sources.some((source) => source.includes(named.split('/').at(-1) ?? named)))

/** The paths under test/ that a text names. */
const testsIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/`(test\/[\w./]+(?:\.ts|\/))`/g), ([, path = '']) => path)

const withoutFastTest = (texts: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [...texts].filter(([, text]) => !testsIn(text).some(isFast)).map(([name]) => name)

describe('the fast suite', () => {
  it('has a test of every promise in docs/architecture.md', () => {
    const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| \*\*(\d+)\*\* \| .*$/gm)
    const promises = new Map(Array.from(rows, ([row, number = '']) => [number, row]))
    expect(promises.size).toBe(12)
    expect(withoutFastTest(promises)).toEqual([])
  })

  it('has a test of every recipe in CONTRIBUTING.md that names tests', () => {
    const [, section = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('\n## Recipes\n')
    const paragraphs = (section.split('\n## ')[0] ?? '').split('\n\n').filter((text) => text.startsWith('**'))
    const recipes = new Map(paragraphs.map((text) => [text.split('.**')[0] ?? '', text]))
    expect(recipes.size).toBeGreaterThan(15)
    const tested = new Map([...recipes].filter(([, text]) => testsIn(text).length > 0))
    expect(recipes.size - tested.size).toBeLessThanOrEqual(2)
    expect(withoutFastTest(tested)).toEqual([])
  })
})
