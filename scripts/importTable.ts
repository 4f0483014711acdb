import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Who may import whom (docs/architecture.md, "The import table"). Writes the linter's rules from it;
 * with `--check` it only says whether they are those of this table.
 */
const table: Readonly<Record<string, ReadonlyArray<string>>> = {
  'src/domain': ['domain'],
  'src/ports': ['domain'],
  'src/wire': ['domain'],
  'src/application': ['domain', 'ports', 'wire'],
  'src/http': ['application', 'domain', 'wire'],
  'src/mcp': ['application', 'domain', 'wire'],
  'src/adapters': ['domain', 'ports'],
  'src/client': ['wire'],
  'src/config': ['domain'],
  'src/observability': ['domain', 'ports', 'http'],
  'src/cli': ['adapters', 'application', 'domain', 'ports', 'src/Config.ts', 'src/config', 'src/observability'],
  simulator: ['adapters', 'application', 'client', 'domain', 'http', 'ports', 'simulator', 'src/App.ts', 'wire'],
}

/** The parts of `effect` that are pure. */
const pure =
  'Array Brand DateTime Duration Equal Hash Match Option Order Predicate Record Result Schema SchemaIssue SchemaTransformation String Struct Tuple flow identity pipe'.split(
    ' ',
  )

/** The rooms of the adapters do not know each other. */
const adapters = ['lists', 'memory', 'payments', 'platform', 'postgres', 'sources', 'webhooks']

const specifier = (name: string): string => (name.endsWith('.ts') ? `#${name}` : `#${name}/**`)

/** The first matching pattern forbids; a later one with `!` allows again. */
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
  ...Object.entries(table).map(([folder, allowed]) =>
    rule(folder, allowed, folder === 'src/domain' ? ['node:*', '@effect/**', 'effect/**'] : []),
  ),
  ...adapters.map((room) => rule(`src/adapters/${room}`, ['domain', 'ports', `adapters/${room}`])),
]

const path = 'biome.imports.json'
const text = `{"overrides": [\n${rules.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`

if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error(`${path} is not what the import table says. Run: node scripts/importTable.ts`)
  process.exitCode = 1
}
