/**
 * Stages in `dist` the package that partners install: the client as plain JavaScript with its types, and a manifest
 * of its own, without the service's dependencies.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import packageJson from '#package.json' with { type: 'json' }

const { name, version, license, type, exports } = packageJson

/** Where the build puts what becomes of a source file. */
const built = (source: string, extension: string): string =>
  source.replace('./src/', './').replace(/\.ts$/, `.${extension}`)

const manifest = {
  name,
  version,
  description: 'Client of the applicant verification service Cotejo, and the checker of its webhooks.',
  license,
  type,
  engines: { node: '>=20' },
  sideEffects: false,
  exports: Object.fromEntries(
    Object.entries(exports).map(([path, source]) => [
      path,
      { types: built(source, 'd.ts'), default: built(source, 'js') },
    ]),
  ),
  files: ['client', 'wire'],
}

/** Copies the sources of a folder, their imports written as they will stand in the package. */
const stage = (folder: string, to: string): void => {
  mkdirSync(`${to}/${folder}`, { recursive: true })
  for (const file of readdirSync(`src/${folder}`).filter((one) => one.endsWith('.ts'))) {
    const source = readFileSync(`src/${folder}/${file}`, 'utf8')
    const published = source.replace(/ from '(\.|#wire)\/(\w+)\.ts'$/gm, (_, start, imported) =>
      start === '.' ? ` from './${imported}.js'` : ` from '../wire/${imported}.js'`,
    )
    writeFileSync(`${to}/${folder}/${file}`, published)
  }
}

rmSync('dist', { recursive: true, force: true })
stage('client', 'dist/source')
stage('wire', 'dist/source')
writeFileSync('dist/package.json', `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync('src/client/tsconfig.json', 'dist/source/client/tsconfig.json')
const emitting = ['--noEmit', 'false', '--allowImportingTsExtensions', 'false', '--declaration', '--outDir', 'dist']
execFileSync('node_modules/.bin/tsc', ['--project', 'dist/source/client', ...emitting], { stdio: 'inherit' })
rmSync('dist/source', { recursive: true })
copyFileSync('src/client/README.md', 'dist/README.md')
copyFileSync('LICENSE', 'dist/LICENSE')
