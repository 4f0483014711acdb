import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const document = readFileSync('docs/threats.md', 'utf8')

/** The rows of every table, without their heads. */
const rows = document.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Tries|What happens) \|/.test(line))

/** The tests that a text names: a file and, after it, the title or its beginning. */
const namedIn = (text: string) =>
  [...text.matchAll(/`(test\/[\w./-]+\.(?:test|suite)\.ts)` "([^"]+)"/g)].map(([, path = '', title = '']) => ({
    path,
    title,
  }))

/** Named tests of which there is no file, or none in it with such a title. */
const missingIn = (text: string): ReadonlyArray<string> =>
  namedIn(text)
    .filter(({ path, title }) => {
      // A title is the first that stands between parentheses.
      const source = existsSync(path) ? readFileSync(path, 'utf8').replace(/\(\s+/g, '(') : ''
      return !["'", '"', '`'].some((quote) => source.includes(`(${quote}${title}`))
    })
    .map(({ path, title }) => `${path}: ${title}`)

describe('docs/threats.md', () => {
  it('names tests that are there', () => {
    expect(missingIn(document)).toEqual([])
  })

  it('names a test in every row', () => {
    const bare = rows.filter((row) => namedIn(row).length === 0 && !row.endsWith('| the same |'))
    expect([rows.length > 50, bare]).toEqual([true, []])
  })
})
