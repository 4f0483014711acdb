/** `node scripts/releaseNotes.ts v0.1.0`: prints the section of the changelog for a tag. Fails if the tag and the files disagree. */
import { readFileSync } from 'node:fs'
import packageJson from '#package.json' with { type: 'json' }
import { releaseNotes } from '#tools/reports/releaseNotes.ts'

const changelog = readFileSync('CHANGELOG.md', 'utf8')
process.stdout.write(`${releaseNotes(process.argv[2] ?? '', packageJson.version, changelog)}\n`)
