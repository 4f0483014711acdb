import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Whatever tells how a process is started: documents, units, images, scripts of the package. */
const files = globSync(['*.md', '*.json', '*.yaml', 'Dockerfile', 'docs/**/*.md', 'ops/**']).filter((file) =>
  statSync(file).isFile(),
)

/** A line that starts a replica by the program itself, in whatever form of quotes. */
const starting = /\bnode\b[^`]*?\b(?:src\/main\.ts|cotejo-server\.js)/g

it('a replica is started nowhere without shutting out the signal that opens a debugger', () => {
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => line.match(starting)?.map((command) => ({ file, command })) ?? []),
  )
  expect(lines.filter(({ command }) => !command.includes('--disable-sigusr1'))).toEqual([])
  expect([...new Set(lines.map(({ file }) => file))].toSorted()).toEqual(['Dockerfile', 'package.json'])
  // Units, scripts and documents start the program of the package.
  const build = readFileSync('scripts/build/ServerPackage.ts', 'utf8')
  expect(build).toContain("'cotejo-server': '#!/usr/bin/env -S node --disable-sigusr1'")
})
