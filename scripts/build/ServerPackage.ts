import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { leanUndici } from './LeanUndici.ts'
import { published } from './Manifest.ts'

/** When the commit was made, or the time of this build: of two builds of one version, the later one may migrate. */
const built = (): string => {
  const { stdout } = spawnSync('git', ['show', '--no-patch', '--format=%ct', 'HEAD'], { encoding: 'utf8' })
  const seconds = Number(process.env['COMMIT_TIME'] ?? stdout)
  return new Date(seconds > 0 ? seconds * 1_000 : Date.now()).toISOString()
}

const manifest = {
  ...published('server'),
  built: built(),
  description: 'The applicant verification service Cotejo: replicas over Postgres, and the operator’s command.',
  keywords: ['cotejo', 'curp', 'kyc', 'tenant-screening', 'verification', 'postgres', 'self-hosted'],
  type: 'module',
  engines: { node: '>=24' },
  bin: { cotejo: './dist/cotejo.js', 'cotejo-server': './dist/cotejo-server.js' },
  exports: { './package.json': './package.json' },
  imports: { '#package.json': './package.json' },
}

/** No signal opens a debugger in a replica. */
const shebangs: Readonly<Record<string, string>> = {
  cotejo: '#!/usr/bin/env node',
  'cotejo-server': '#!/usr/bin/env -S node --disable-sigusr1',
}

/** The commit that is built, where git tells it: `cotejo --version` adds it. */
const commit = (): string =>
  process.env['COMMIT'] ?? spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout ?? ''

/** Files that `cotejo init` copies, at the places where it looks for them in this repository. */
const copied = [
  'src/adapters/postgres/schema/roles.sql',
  'ops/alerts.yaml',
  ...globSync('ops/{compose,haproxy,shell,systemd}/*'),
]

/** Each thread starts from a file of its own, next to the chunk that starts it. */
const threads = Object.fromEntries(globSync('src/**/*Thread.ts').map((file) => [basename(file, '.ts'), file]))
const threadFiles: Plugin = {
  name: 'thread-files',
  transform: {
    filter: { code: /new URL\('\.\/\w+Thread\.ts'/ },
    handler: (code) => code.replace(/(?<=new URL\('\.\/\w+Thread)\.ts'/g, ".js'"),
  },
}

/** The service and its command in one folder, without dependencies: what production installs. */
export const buildServerPackage = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bundle = await rolldown({
    input: { cotejo: 'src/cli.ts', 'cotejo-server': 'src/main.ts', ...threads },
    platform: 'node',
    external: [/^redis$/],
    plugins: [leanUndici, threadFiles],
  })
  await bundle.write({
    dir: `${folder}/dist`,
    format: 'esm',
    minify: true,
    banner: ({ name }) => shebangs[name] ?? '',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  for (const path of copied) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true })
    copyFileSync(path, `${folder}/${path}`)
  }
  writeFileSync(`${folder}/commit`, commit())
  copyFileSync('src/README.md', `${folder}/README.md`)
  copyFileSync('src/CHANGELOG.md', `${folder}/CHANGELOG.md`)
  copyFileSync('LICENSE', `${folder}/LICENSE`)
}
