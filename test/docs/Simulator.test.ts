import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { flags } from '#simulator/Settings.ts'

const document = readFileSync('docs/simulator/controls.md', 'utf8')

const all = (text: string, form: RegExp): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(form)].map(([, found = '']) => found))].sort()

const code = (folder: string): string =>
  globSync(`${folder}/**/*.ts`)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`

describe('docs/simulator/controls.md', () => {
  it('names every flag with its variable, and no other', () => {
    expect(all(document, /^\| `(--[a-z-]+)` \|/gm)).toEqual(Object.keys(flags).map(flagOf).sort())
    expect(all(document, /^\| `--[a-z-]+` \| `(\w+)` \|/gm)).toEqual(
      all(readFileSync('simulator/Settings.ts', 'utf8'), /Config\.\w+\((?:\w+, )?'(\w+)'\)/g),
    )
  })

  it('names every lever with its method, and no other', () => {
    const declared = [
      ...code('simulator/{levers,worlds,certify}').matchAll(
        /\b(get|post|patch|put|action|remove)\(\s*'(\/_simulador[^']*)'/g,
      ),
      ...code('simulator').matchAll(/method: '(\w+)',\s*path: '(\/_simulador[^']*)'/g),
      ...[...code('simulator/levers').matchAll(/\bserved\('(\/_simulador[^']*)'/g)].map(([all, path = '']) => [
        all,
        'GET',
        path,
      ]),
    ].map(([, how = '', path = '']) => `${{ action: 'POST', remove: 'DELETE' }[how] ?? how.toUpperCase()} ${path}`)
    expect(all(document, /^\| `((?:GET|POST|PATCH|PUT|DELETE) \/_simulador[^`]*)` \|/gm)).toEqual(declared.sort())
  })
})
