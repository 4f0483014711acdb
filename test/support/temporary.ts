import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variable by which a run of the tests says where it keeps its files. */
export const placeOfFiles = 'COTEJO_TEST_FILES'

/**
 * A directory of one's own that everybody may enter: where we are root, Postgres is not. It goes at the end of a run of
 * the tests; who makes a large one, or is no test, removes it before.
 */
export const temporaryDirectory = (what: string): string => {
  const path = mkdtempSync(join(process.env[placeOfFiles] ?? tmpdir(), `cotejo-${what}-`))
  chmodSync(path, 0o755)
  return path
}

/** A file with this content. */
export const temporaryFile = (content: string, name = 'value'): string => {
  const path = join(temporaryDirectory('file'), name)
  writeFileSync(path, content)
  return path
}
