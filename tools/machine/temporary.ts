import { chmodSync, mkdtempSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variable by which a run of the tests says where it keeps its files. */
export const placeOfFiles = 'COTEJO_TEST_FILES'

/** Files in memory, where the system has that. */
const inMemory = '/dev/shm'
/** More than a run of the tests has at one time. */
const enoughBytes = 8 * 2 ** 30

const roomOf = (path: string): number => {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Where a run of the tests keeps its files: in memory where there is room, since hundreds of databases are copied. */
export const directoryOfRun = (): string => {
  const path = mkdtempSync(join(roomOf(inMemory) > enoughBytes ? inMemory : tmpdir(), 'cotejo-tests-'))
  chmodSync(path, 0o755)
  return path
}

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
