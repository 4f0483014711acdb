/** The peers of an installation, to rehearse docs/operate/deploy.md. */
import { rehearse } from '#tools/rehearsal/surroundings.ts'

const [, , place] = process.argv
if (place === undefined) {
  console.error('usage: node scripts/surroundings.ts DIRECTORY   where settings and secrets of the rehearsal are to be')
  process.exitCode = 1
} else await rehearse(place)
