import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { rolldown } from 'rolldown'
import { leanUndici } from './LeanUndici.ts'
import { published } from './Manifest.ts'

const manifest = {
  ...published('server'),
  description: 'The applicant verification service Cotejo: replicas over Postgres, and the operator’s command.',
  keywords: ['cotejo', 'curp', 'kyc', 'tenant-screening', 'verification', 'postgres', 'self-hosted'],
  type: 'module',
  engines: { node: '>=24' },
  bin: { cotejo: './dist/cotejo.js', 'cotejo-server': './dist/cotejo-server.js' },
  exports: { './package.json': './package.json' },
}

/** The service and its command in one folder, without dependencies: what production installs. */
export const buildServerPackage = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bundle = await rolldown({
    input: {
      cotejo: 'src/cli.ts',
      'cotejo-server': 'src/main.ts',
      ReaderThread: 'src/adapters/lists/ReaderThread.ts',
    },
    platform: 'node',
    external: [/^redis$/],
    plugins: [leanUndici],
  })
  await bundle.write({
    dir: `${folder}/dist`,
    format: 'esm',
    minify: true,
    banner: ({ name }) => (name.startsWith('cotejo') ? '#!/usr/bin/env node' : ''),
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync('LICENSE', `${folder}/LICENSE`)
}
