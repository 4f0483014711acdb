import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { published } from './Manifest.ts'

const manifest = {
  ...published('client'),
  description: 'Client of the applicant verification service Cotejo, with a verifier for its webhooks.',
  keywords: ['cotejo', 'curp', 'tenant-screening', 'verification', 'webhooks', 'sdk'],
  type: 'module',
  engines: { node: '>=20' },
  sideEffects: false,
  exports: {
    '.': { types: './client/Client.d.ts', default: './client/Client.js' },
    './testing': { types: './client/testing.d.ts', default: './client/testing.js' },
    './webhook': { types: './client/verifyWebhook.d.ts', default: './client/verifyWebhook.js' },
    './package.json': './package.json',
  },
  files: ['client', 'domain', 'wire', 'CHANGELOG.md'],
}

/** Copies the sources of a folder, with their imports rewritten for the package. */
const stage = (folder: string, to: string): void => {
  mkdirSync(`${to}/${folder}`, { recursive: true })
  for (const file of readdirSync(`src/${folder}`).filter((one) => one.endsWith('.ts'))) {
    const source = readFileSync(`src/${folder}/${file}`, 'utf8')
    const published = source.replace(
      / from '(\.|#(?:wire|domain\/helpers|domain\/network))\/(\w+)\.ts'$/gm,
      (_, start, imported) =>
        start === '.' ? ` from './${imported}.js'` : ` from '../${start.slice(1)}/${imported}.js'`,
    )
    writeFileSync(`${to}/${folder}/${file}`, published)
  }
}

/** The partners' package: the client as plain JavaScript with types, without code of the service. */
export const buildClientPackage = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
  const source = `${folder}/source`
  stage('client', source)
  stage('wire', source)
  stage('domain/helpers', source)
  stage('domain/network', source)
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync('src/client/tsconfig.json', `${source}/client/tsconfig.json`)
  const emitting = ['--noEmit', 'false', '--allowImportingTsExtensions', 'false', '--declaration', '--outDir', folder]
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--project', `${source}/client`, ...emitting], {
    stdio: 'inherit',
  })
  rmSync(source, { recursive: true })
  copyFileSync('src/client/README.md', `${folder}/README.md`)
  copyFileSync('src/client/CHANGELOG.md', `${folder}/CHANGELOG.md`)
  copyFileSync('LICENSE', `${folder}/LICENSE`)
}
