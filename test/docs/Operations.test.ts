import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blocks, filled } from '#scripts/documents/Blocks.ts'

const document = readFileSync('docs/operations.md', 'utf8')

const all = (text: string, form: RegExp): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(form)].map(([, found = '']) => found))].sort()

describe('what the documents show of the code', () => {
  it.each(Object.entries(blocks))('is what the code has: %s', (name, block) => {
    const text = readFileSync(block.document, 'utf8')
    expect(filled(text, name, block.content())).toBe(text)
  })
})

describe('docs/operations.md', () => {
  it('names every metric, and no other', () => {
    const code = globSync('src/**/*.ts').map((path) => readFileSync(path, 'utf8'))
    expect(all(document, /`((?!cotejo_(?:migrate|app|operator)`)(?:cotejo|process|nodejs)_\w+)`/g)).toEqual(
      all(code.join('\n'), /(?:Metric\.\w+|gauge|ofService)\(\s*'(\w+)'/g),
    )
  })
})
