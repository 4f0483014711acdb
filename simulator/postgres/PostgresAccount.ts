import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { Effect } from 'effect'
import { attempt, EmbeddedPostgresFailed } from './EmbeddedPostgresFailed.ts'

/**
 * The user that Postgres runs as. Postgres refuses to run as root, so under root it is the user `nobody`; otherwise
 * our own user.
 */
export const account = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null

/** What every program of Postgres is started with: nothing of ours, and a directory that all may enter. */
export const surroundings = {
  ...account,
  cwd: process.platform === 'win32' ? tmpdir() : '/',
  env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  windowsHide: true,
}

/** Runs a program as that account to its end. Returns what it printed. */
export const run = (program: string, args: ReadonlyArray<string>) =>
  attempt(
    `No se puede ejecutar ${program}${account === null ? '' : ' como nobody'}`,
    (signal) =>
      new Promise<string>((resolve, reject) => {
        execFile(program, args, { ...surroundings, signal }, (error, stdout, stderr) => {
          if (error === null) resolve(stdout)
          else reject(new Error(stderr.trim() || error.message))
        })
      }),
  )

/** Tests whether that account may do this in a directory. Fails if we cannot switch to the user `nobody`. */
const may = (test: string) => (directory: string) =>
  account === null
    ? Effect.succeed(true)
    : run('/bin/sh', ['-c', `if cd -- "$1"${test}; then echo yes; fi`, 'sh', directory]).pipe(
        Effect.map((printed) => printed !== ''),
      )
export const mayEnter = may('')
/** Only there can it remove a directory, its own too. */
const mayWrite = may(' && test -w .')

/** A directory for temporary files that the account may enter, and in which it may remove its own where there is one. */
export const temporaryFiles = Effect.gen(function* () {
  const directories = [...new Set([tmpdir(), '/tmp', '/var/tmp'])]
  for (const isFit of [mayWrite, mayEnter]) {
    for (const directory of directories) {
      if (yield* isFit(directory)) return directory
    }
  }
  return yield* new EmbeddedPostgresFailed({
    message: `Postgres no puede ejecutarse como root y nobody no puede entrar en ${tmpdir()}. Indique otro directorio temporal con TMPDIR.`,
  })
})
