import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cotejo as commandOf } from '#src/cli/Cotejo.ts'
import { blocks, filled, lines } from '#tools/documents/Blocks.ts'
import { cotejo } from '#tools/service/server.ts'

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

/** Flags of other programs that the pages name. */
const otherFlags = ['--check', '--disable-sigusr1', '--link']

describe('a page for operators', () => {
  it.each(pages)('begins with whom it is for and ends with what to do if it fails: $path', ({ text }) => {
    expect(text).toMatch(/^# .+\n\nFor the operator/)
    expect(all(text, /^## (.+)$/gm).length).toBeGreaterThan(0)
    expect(Array.from(text.matchAll(/^## (.+)$/gm), ([, heading]) => heading).at(-1)).toBe('If it fails')
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
    const helps = new Map<string, ReadonlyArray<string>>()
    for (const command of commands) {
      const { out } = await cotejo('', [...command.split(' ').slice(1), '--help'])
      helps.set(command, all(out, /(--[\w-]+)/g))
    }
    const known = [...new Set([...helps.values()].flat()), ...otherFlags]

    const wrong = pages.flatMap(({ path, text }) => {
      const shown = text.replace(/\\\n\s*/g, ' ')
      const spans = all(shown.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/\n\s*/g, ' '), /`([^`]+)`/g)
      const written = [...spans, ...all(shown, /^ *(cotejo [a-z].*)$/gm)].filter((line) => /^cotejo [a-z]/.test(line))
      const ofCommands = written.flatMap((line) => {
        const command = commands.filter((one) => `${line.replaceAll(',', ' ')} `.startsWith(`${one} `)).at(-1)
        if (command === undefined) return groups.has(line) ? [] : [line]
        const flags = all(line.split(/ [|>#]|; /)[0] ?? '', /(--[\w-]+)/g)
        return flags.filter((flag) => !helps.get(command)?.includes(flag)).map((flag) => `${line}: ${flag}`)
      })
      const alone = spans.filter((span) => span.startsWith('--')).flatMap((span) => all(span, /(--[\w-]+)/g))
      return [...ofCommands, ...alone.filter((flag) => !known.includes(flag))].map((fault) => `${path}: ${fault}`)
    })
    expect(known.length).toBeGreaterThan(30)
    expect(wrong).toEqual([])
  })
})
