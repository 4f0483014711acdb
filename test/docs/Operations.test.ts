import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blocks, filled, lines } from '#scripts/documents/Blocks.ts'
import { cotejo as commandOf } from '#src/cli/Cotejo.ts'
import { cotejo } from '#test/support/server.ts'

const pages = globSync('docs/operate/**/*.md').map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const all = (text: string, form: RegExp): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(form)].map(([, found = '']) => found))].sort()

describe('what the documents show of the code', () => {
  it.each(Object.entries(blocks))('is what the code has: %s', (name, block) => {
    const text = readFileSync(block.document, 'utf8')
    expect(filled(text, name, block.content())).toBe(text)
  })
})

describe('docs/operate/metrics.md', () => {
  it('names every metric, and no other', () => {
    const code = globSync('src/**/*.ts').map((path) => readFileSync(path, 'utf8'))
    expect(all(readFileSync('docs/operate/metrics.md', 'utf8'), /^\| `(\w+)` \|/gm)).toEqual(
      all(code.join('\n'), /(?:Metric\.\w+|gauge|ofService)\(\s*'(\w+)'/g),
    )
  })
})

describe('docs/operate/logs.md', () => {
  it('names every message that the code logs', () => {
    const code = globSync('src/**/*.ts', { exclude: ['src/cli/**'] }).map((path) => readFileSync(path, 'utf8'))
    const written = all(code.join('\n'), /(?:Effect\.log[A-Z]\w+|\blog)\(\s*'([^']+)'/g)
    expect(written.length).toBeGreaterThan(40)
    const page = readFileSync('docs/operate/logs.md', 'utf8')
    expect(written.filter((message) => !page.includes(`| \`${message}\` |`))).toEqual([])
  })
})

describe('a page for operators', () => {
  it.each(pages)('begins with whom it is for and ends with what to do if it fails: $path', ({ text }) => {
    expect(text).toMatch(/^# .+\n\nFor the operator/)
    expect(all(text, /^## (.+)$/gm).length).toBeGreaterThan(0)
    expect(Array.from(text.matchAll(/^## (.+)$/gm), ([, heading]) => heading).at(-1)).toBe('If it fails')
    expect(text.split('\n').length).toBeLessThanOrEqual(300)
  })

  it('is in the index', () => {
    const index = readFileSync('docs/operate/README.md', 'utf8')
    expect(
      pages
        .map(({ path }) => path.replace('docs/operate/', ''))
        .filter((name) => !name.endsWith('README.md') && !name.includes('/'))
        .sort(),
    ).toEqual(all(index, /\]\((\w[\w-]*\.md)/g))
  })

  it('names commands that there are, with flags of theirs', async () => {
    const commands = lines(await commandOf(), '').map(({ line }) => line)
    const groups = new Set(commands.map((line) => line.split(' ').slice(0, 2).join(' ')))
    const helps = new Map<string, string>()
    const wrong: Array<string> = []
    for (const { path, text } of pages) {
      const shown = text.replace(/\\\n\s*/g, ' ')
      const inline = all(shown.replace(/\n\s*/g, ' '), /`(cotejo [a-z][^`]*)`/g)
      for (const line of [...inline, ...all(shown, /^ *(cotejo [a-z].*)$/gm)]) {
        const command = commands.filter((one) => `${line.replaceAll(',', ' ')} `.startsWith(`${one} `)).at(-1)
        if (command === undefined) {
          if (!groups.has(line)) wrong.push(`${path}: ${line}`)
          continue
        }
        const help = helps.get(command) ?? (await cotejo('', [...command.split(' ').slice(1), '--help'])).out
        helps.set(command, help)
        const flags = all(line.split(/ [|>#]|; /)[0] ?? '', /(--[\w-]+)/g)
        wrong.push(...flags.filter((flag) => !help.includes(flag)).map((flag) => `${path}: ${line}: ${flag}`))
      }
    }
    expect(helps.size).toBeGreaterThan(30)
    expect(wrong).toEqual([])
  })
})
