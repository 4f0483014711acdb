import { readFileSync, writeFileSync } from 'node:fs'
import { blocks, filled } from '#tools/documents/Blocks.ts'
import { problems } from '#tools/documents/Citations.ts'

/**
 * `npm run docs`: writes the generated parts of the documents, such as settings and commands. With `--check` it writes
 * nothing, and fails if a document is out of date or a citation or link is broken.
 */

const checks = process.argv.includes('--check')

const complain = (problem: string): void => {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

for (const [name, { document, content }] of Object.entries(blocks)) {
  const text = readFileSync(document, 'utf8')
  const made = filled(text, name, content())
  if (made === null) complain(`${document} has no place for "${name}".`)
  else if (made === text) continue
  else if (checks)
    complain(`${document} does not show "${name}" as the code has it: run \`npm run docs\` and commit it.`)
  else writeFileSync(document, made)
}

if (checks) for (const problem of problems()) complain(`A citation or link leads nowhere: ${problem}`)
