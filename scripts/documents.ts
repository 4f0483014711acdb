import { readFileSync, writeFileSync } from 'node:fs'
import { blocks, filled } from './documents/Blocks.ts'

/**
 * `npm run docs`: writes into the documents what they show of the code, as settings and commands. With
 * `--check` nothing is written: it fails when a document does not show the code as it is.
 */
for (const [name, { document, content }] of Object.entries(blocks)) {
  const text = readFileSync(document, 'utf8')
  const made = filled(text, name, content())
  if (made === text) continue
  if (made === null) {
    process.stderr.write(`${document} has no place for "${name}".\n`)
    process.exitCode = 1
  } else if (process.argv.includes('--check')) {
    process.stderr.write(
      `${document} does not show "${name}" as the code has it: run \`npm run docs\` and commit it.\n`,
    )
    process.exitCode = 1
  } else writeFileSync(document, made)
}
