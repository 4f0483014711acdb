import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startedSimulator } from '#test/support/childProcess.ts'
import { documents } from '#tools/documents/Places.ts'

/** What a document shows of a shell: a command after `$ `, and what it prints. */
interface Shown {
  readonly command: string
  readonly output: string
}

const shownBase = 'http://127.0.0.1:4010'

/** A command goes on in the next line after a backslash; its output ends with an empty line. */
const shownIn = (block: string): ReadonlyArray<Shown> =>
  [...block.matchAll(/^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).+\n)*)/gm)].map(([, command = '', output = '']) => ({
    command,
    output: output.trim(),
  }))

const commandsOf = (text: string): ReadonlyArray<Shown> =>
  [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)]
    .flatMap(([, block = '']) => shownIn(block))
    .filter(({ command }) => command.startsWith('curl '))

/** What is another each time. */
const drawn = /\b(?:ver|con|evt|pi|ch|tr)_[0-9A-Za-z]{10,}|\b\d{4}-\d\d-\d\dT[\d:.]+Z/g
const masked = (text: string): string =>
  text.replace(drawn, (name) => (name.startsWith('2') ? 'instant' : name.slice(0, 3)))

const withCommands = documents.filter(({ text }) => commandsOf(text).length > 0)

const run = promisify(execFile)

describe('the commands that a document shows, from top to bottom', () => {
  it.each(withCommands)('print in the simulator what it shows: $path', async ({ text }) => {
    const base = await startedSimulator('--seed', 'documents')
    /** What the document calls a thing, and what that is here. */
    const names = new Map<string, string>()
    for (const { command, output } of commandsOf(text)) {
      const here = [...names].reduce((line, [shown, real]) => line.replaceAll(shown, real), command)
      const { stdout } = await run('sh', ['-c', here.replaceAll(shownBase, base)])
      const [shown, printed] = [output.replace(/\s*…$/, ''), stdout.trim()]
      const real = printed.match(drawn) ?? []
      for (const [index, name] of (shown.match(drawn) ?? []).entries()) names.set(name, real[index] ?? name)
      const compared = shown === output ? masked(printed) : masked(printed).slice(0, masked(shown).length)
      expect({ command, prints: compared }).toEqual({ command, prints: masked(shown) })
    }
  })
})

describe('what a document shows of a shell', () => {
  it('asks the public registry only for names in our scope, and says that they are not published', () => {
    const shown = [...documents, { path: 'the package', text: readFileSync('simulator/package/README.md', 'utf8') }]
    const asking = /^(?:\$ )?npx (?:-y |--yes )?cotejo\S*/gm
    expect(shown.flatMap(({ path, text }) => (text.match(asking) ?? []).map((line) => [path, line]))).toEqual([])
    const scoped = shown.filter(({ text }) => /^(?:npx|npm install) @cotejo\//m.test(text))
    expect(scoped.length).toBeGreaterThan(4)
    const isHonest = /(?:not|until it is|is) published|no est[éá] publicado/i
    expect(scoped.filter(({ text }) => !isHonest.test(text)).map(({ path }) => path)).toEqual([])
  })
})
