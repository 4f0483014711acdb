import { chmodSync, mkdtempSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The environment variable with the directory of a test run's files. */
export const placeOfFiles = 'COTEJO_TEST_FILES'

/** A file system in memory, if the system has one. */
const inMemory = '/dev/shm'
/** More than a test run needs at one time. */
const enoughBytes = 8 * 2 ** 30

const roomOf = (path: string): number => {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** The directory of a test run: in memory if there is room, because hundreds of databases are copied. */
export const directoryOfRun = (): string => {
  const path = mkdtempSync(join(roomOf(inMemory) > enoughBytes ? inMemory : tmpdir(), 'cotejo-tests-'))
  chmodSync(path, 0o755)
  return path
}

/**
 * A new directory that every user may enter, because Postgres does not run as root. It is removed at the end of a test
 * run. Programs other than tests, and tests that fill it, remove it themselves.
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
