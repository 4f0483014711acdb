import { readFileSync, writeFileSync } from 'node:fs'
import { circlesOfFolders } from '#tools/documents/Circles.ts'
import { adapters, importTable, sharedAdapters } from '#tools/documents/ImportTable.ts'

/**
 * Writes the linter's rules from the import table (docs/architecture.md, "The import table"). With `--check` it only
 * checks that they are up to date. Also fails if sibling folders import each other in a circle.
 */

/** The pure modules of `effect`. */
const pure =
  'Array Brand DateTime Duration Equal Hash Match Option Order Predicate Record Result Schema SchemaIssue SchemaTransformation String Struct Tuple flow identity pipe'.split(
    ' ',
  )

const specifier = (name: string): string => (name.endsWith('.ts') ? `#${name}` : `#${name}/**`)

/** The first matching pattern forbids an import, and a later one with `!` allows it again. */
const rule = (folder: string, allowed: ReadonlyArray<string>, forbidden: ReadonlyArray<string> = []) => ({
  includes: [`${folder}/**`],
  linter: {
    rules: {
      style: {
        noRestrictedImports: {
          level: 'error',
          options: {
            patterns: [
              {
                group: [
                  '#*/**',
                  '../**',
                  '!#package.json',
                  ...allowed.map((name) => `!${specifier(name)}`),
                  ...forbidden,
                ],
                message: `${folder} may import ${allowed.join(', ')} only; cross a folder with a # import, stay inside with ./`,
              },
            ],
            ...(folder === 'src/domain'
              ? {
                  paths: {
                    effect: {
                      allowImportNames: pure,
                      message: 'the domain is pure: no Effect, no clock, no randomness',
                    },
                  },
                }
              : {}),
          },
        },
      },
    },
  },
})

const rules = [
  ...Object.entries(importTable).map(([folder, allowed]) =>
    rule(folder, allowed, folder === 'src/domain' ? ['node:*', '@effect/**', 'effect/**'] : []),
  ),
  ...adapters.map((room) => {
    const allowed = new Set([`adapters/${sharedAdapters}`, `adapters/${room}`])
    return rule(`src/adapters/${room}`, ['domain', 'ports', ...allowed])
  }),
]

const path = 'biome.imports.json'
const text = `{"overrides": [\n${rules.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`

const circles = circlesOfFolders()
if (circles.length > 0) {
  console.error(`folders that need each other:\n${circles.join('\n')}`)
  process.exitCode = 1
}
if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error(`${path} is not what the import table says. Run: node scripts/importTable.ts`)
  process.exitCode = 1
}
