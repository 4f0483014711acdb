/**
 * `npm run mutate`: plants faults in the code, one at a time, and runs the tests that reach each (Stryker), folder by
 * folder; `npm run mutate -- src/domain/account` those of a folder alone. What was found before is not tried again
 * until code or tests have changed. What is known of every folder is kept in docs/mutation.json, and written into
 * docs/mutation.md; `npm run mutate -- --report` writes that alone.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { document } from './mutate/Document.ts'
import { type Summary, summaryOf } from './mutate/Report.ts'

const rooms = ['domain', 'application', 'wire', 'client', 'adapters']
const own = 'scripts/mutate'
/** Where the tool is installed: beside our own modules, whose vitest it runs. */
const tool = 'node_modules/.cache/mutate'
const kept = 'dist/mutation'
const known = 'docs/mutation.json'

/** Only tests with a database, or with a whole service, reach what is in these. */
const outOfReach = /^src\/adapters\/(?:memory|postgres|webhooks)/

const files = globSync(`src/{${rooms.join(',')}}/**/*.ts`).map((file) => file.replaceAll('\\', '/'))
const folders = [...new Set(files.map((file) => dirname(file)))].filter((one) => !outOfReach.test(one)).toSorted()

const install = (): boolean => {
  if (existsSync(`${tool}/node_modules/.package-lock.json`)) return true
  mkdirSync(tool, { recursive: true })
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(`${own}/${name}`, `${tool}/${name}`)
  return spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: tool, stdio: 'inherit' }).status === 0
}

/** Null when it did not come to its end; it goes on where it was the next time. */
const mutate = (folder: string): Summary | null => {
  const base: object = JSON.parse(readFileSync(`${own}/stryker.config.json`, 'utf8'))
  const [config, incrementalFile] = [`${kept}/config.json`, `${kept}/${folder.replaceAll('/', '-')}.json`]
  writeFileSync(config, JSON.stringify({ ...base, mutate: [`${folder}/*.ts`], incrementalFile }))
  const program = `${tool}/node_modules/@stryker-mutator/core/bin/stryker.js`
  const { status } = spawnSync(process.execPath, [program, 'run', config], { stdio: 'inherit' })
  return status === 0 && existsSync(incrementalFile) ? summaryOf(incrementalFile) : null
}

const asked = process.argv.slice(2)
const isAsked = (folder: string): boolean =>
  asked.length === 0 || asked.some((one) => `${folder}/`.startsWith(`${one.replace(/\/$/, '')}/`))
const found: Record<string, Summary> = existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : {}
const write = (): void => {
  writeFileSync(known, `${JSON.stringify(found, null, 1)}\n`)
  writeFileSync('docs/mutation.md', document(folders, found))
}

mkdirSync(kept, { recursive: true })
const chosen = folders.filter(isAsked)
if (chosen.length > 0 && !install()) process.exit(1)
for (const folder of chosen) {
  const summary = mutate(folder)
  if (summary === null) process.exitCode = 1
  else found[folder] = summary
  write()
}
write()
