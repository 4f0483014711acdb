import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { groupsOf } from '#src/cli/Cotejo.ts'
import { versionWith } from '#src/Version.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

const root = new URL('../../', import.meta.url)
const aliases: Readonly<Record<string, string>> = packageJson.imports

/** What a module imports before it runs: neither types nor what it imports when it needs it. */
const importsOf = (file: URL): ReadonlyArray<string> => {
  const statements = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )([^'"]*? from )?'([^']+)'/gms)
  return Array.from(statements)
    .filter(([, names = 'x']) => !/^\{(?:\s*type [^,}]+,?)+\s*\} from $/.test(names))
    .map(([, , from = '']) => from)
}

/** The file that an import of our own names; null of another's. */
const fileOf = (from: string, importer: URL): URL | null => {
  if (from.startsWith('.')) return new URL(from, importer)
  const alias = Object.keys(aliases).find(
    (name) => from === name || (name.endsWith('*') && from.startsWith(name.slice(0, -1))),
  )
  if (alias === undefined) return null
  return new URL((aliases[alias] ?? '').replace('*', from.slice(alias.length - 1)), root)
}

/** All that is loaded with a module: our files, from the root, and modules of others. */
const loadedWith = (path: string): { readonly ours: ReadonlyArray<string>; readonly others: ReadonlyArray<string> } => {
  const ours = new Set<string>()
  const others = new Set<string>()
  const visit = (file: URL): void => {
    const name = file.href.slice(root.href.length)
    if (ours.has(name) || !name.endsWith('.ts')) return
    ours.add(name)
    for (const from of importsOf(file)) {
      const own = fileOf(from, file)
      if (own === null) others.add(from)
      else visit(own)
    }
  }
  visit(new URL(path, root))
  return { ours: [...ours], others: [...others].filter((name) => !name.startsWith('node:')).sort() }
}

it('the version is told before anything else is loaded, with the commit where it is known', () => {
  expect(loadedWith('src/cli.ts')).toEqual({ ours: ['src/cli.ts', 'src/Version.ts'], others: [] })
  expect(versionWith(temporaryFile('1f0c9ab\n'))).toBe(`${packageJson.version}+1f0c9ab`)
  for (const unknown of ['', '\n', 'two words']) {
    expect(versionWith(temporaryFile(unknown))).toBe(packageJson.version)
  }
  expect(versionWith('/nowhere/commit')).toBe(packageJson.version)
})

it('help has the groups by name alone, and a line that names one has it whole, wherever it stands', async () => {
  const groups = await groupsOf(['--help'])
  expect(groups.flatMap(({ subcommands }) => subcommands)).toEqual([])
  const whole = await groupsOf(null)
  const described = (some: typeof whole) => some.map(({ name, description }) => ({ name, description }))
  expect(described(groups)).toEqual(described(whole))
  expect((await groupsOf(['--json', 'ledger', 'list'])).map(({ name }) => name)).toEqual(['ledger'])
})

it.each(['--completions=bash', '--completions'])(
  'a shell that asks to complete with %s has every group whole',
  async (word) => {
    const asked = await groupsOf([word])
    const commands = (groups: typeof asked) =>
      groups.map(({ name, subcommands }) => [
        name,
        subcommands.flatMap(({ commands: some }) => some.map((one) => one.name)),
      ])
    expect(commands(asked)).toEqual(commands(await groupsOf(null)))
    expect(commands(asked)).toContainEqual(['retention', ['run']])
  },
)

it('no command is loaded before it is known which one is asked for', () => {
  const { ours, others } = loadedWith('src/cli/Main.ts')
  expect(ours).toContain('src/cli/Cotejo.ts')
  expect(ours.filter((file) => file.startsWith('src/adapters/') || file.startsWith('src/application/'))).toEqual([])
  expect(others).toEqual([
    '@effect/platform-node/NodeRuntime',
    '@effect/platform-node/NodeServices',
    'effect',
    'effect/cli',
  ])
})

it.each([
  'Accounts',
  'ApiKeys',
  'Audit',
  'Deliveries',
  'Recover',
  'Replicas',
  'SigningSecrets',
  'Subject',
  'Transfers',
  'Upkeep',
  'Verifications',
])(
  'the commands in %s load what they need to ask the database, and no server, provider, processor or reader of lists',
  (name) => {
    const { ours, others } = loadedWith(`src/cli/${name}.ts`)
    expect(ours).toContain('src/adapters/postgres/connection/Database.ts')
    const rooms = new Set(
      ours.map((file) => file.split('/').slice(1, 3).join('/')).filter((room) => room.startsWith('adapters/')),
    )
    expect([...rooms].sort()).toEqual(['adapters/platform', 'adapters/postgres'])
    expect(ours.filter((file) => /^src\/(?:http|mcp|replica)\//.test(file))).toEqual([])
    expect(
      others.filter((module) => !/^(?:effect$|effect\/(?:cli|sql|reactivity)|@effect\/sql-pg)/.test(module)),
    ).toEqual([])
  },
)
