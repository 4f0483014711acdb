/**
 * `npm run mutate`: plants faults in the code, all of them at once and asleep, wakes one after the other, and runs the
 * tests that reach it until one fails; `npm run mutate -- src/domain/account` those of a folder alone. What was missed stands
 * in dist/mutation/found.json; the figures of every whole folder are kept in docs/mutation.json, and written into
 * docs/mutation.md; `npm run mutate -- --report` writes that alone. What was caught is not tried again while its file stays
 * as it is; `--anew` forgets it. `--by test/domain` lets only those tests try, and adds what they catch.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { document } from './mutate/Document.ts'
import { recall, remember } from './mutate/Memory.ts'
import { plantIn } from './mutate/Planting.ts'
import type { Outcome } from './mutate/Report.ts'
import { type Figures, figuresOf, type Summary, summaryOf, withCaught } from './mutate/Report.ts'
import { tryAll } from './mutate/Trying.ts'
import { place as workPlace } from './mutate/Work.ts'

const rooms = ['domain', 'application', 'wire', 'client', 'adapters']
/** Figures of all folders, of whatever machine. */
const kept = 'docs/mutation.json'
/** All that was found on this one. */
const detail = `${workPlace}/found.json`

/** Only tests with a database reach what is in these. */
const outOfReach = /^src\/adapters\/postgres/

/** The tests that start neither a database nor a whole service. */
const reaching = ['domain', 'wire', 'application', 'client', 'config', 'observability', 'ports', 'adapters']
const tests = globSync(`test/{${reaching.join(',')}}/**/*.test.ts`).filter(
  (file) => !/\.pg\.test|client\/(?:package|Contract)|adapters\/postgres/.test(file),
)

const files = globSync(`src/{${rooms.join(',')}}/**/*.ts`).filter((file) => !outOfReach.test(file))
const folders = [...new Set(files.map((file) => dirname(file)))].toSorted()

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { anew: { type: 'boolean' }, report: { type: 'boolean' }, by: { type: 'string', multiple: true } },
})
const isWithin = (file: string, places: ReadonlyArray<string>): boolean =>
  places.length === 0 || places.some((one) => `${file}/`.startsWith(`${one.replace(/\/$/, '')}/`))

const found: Record<string, Summary> = existsSync(detail) ? JSON.parse(readFileSync(detail, 'utf8')) : {}
const known: Record<string, Figures> = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
const writeDocument = (): void => {
  // Some files of a folder do not speak for it.
  const whole = Object.entries(found).filter(([, { isPart }]) => isPart !== true)
  const here = whole.map(([folder, summary]) => [folder, figuresOf(summary)] as const)
  const all = { ...known, ...Object.fromEntries(here) }
  const figures = Object.fromEntries(
    folders.flatMap((folder) => (all[folder] === undefined ? [] : [[folder, all[folder]]])),
  )
  mkdirSync(workPlace, { recursive: true })
  writeFileSync(detail, JSON.stringify(found))
  writeFileSync(kept, `${JSON.stringify(figures, null, 1)}\n`)
  writeFileSync('docs/mutation.md', document(folders, figures))
}

const plants = values.report ? [] : plantIn(files.filter((file) => isWithin(file, asked)).toSorted())
const before = recall(values.anew ?? false)
const caught = new Set(plants.flatMap(({ key }, place) => (before.has(key) ? [place + 1] : [])))

const write = (outcomeOf: (fault: number) => Outcome): void => {
  const keys = plants.flatMap(({ key }, place) => (caught.has(place + 1) ? [key] : []))
  remember(before.union(new Set(keys)))
  const tried = plants.map((plant, place) => ({ ...plant, outcome: outcomeOf(place + 1) }))
  for (const [folder, its = []] of Object.entries(Object.groupBy(tried, ({ file }) => dirname(file)))) {
    const earlier = found[folder]
    // Chosen tests tell what they catch, and not what others reach.
    const summary = values.by === undefined || earlier === undefined ? summaryOf(its) : withCaught(earlier, its)
    const isPart = files.some((file) => dirname(file) === folder && !isWithin(file, asked))
    found[folder] = { ...summary, isPart }
  }
  writeDocument()
}

if (plants.length > 0) {
  const chosen = tests.filter((file) => isWithin(file, values.by ?? []))
  await tryAll(plants.length, chosen, caught, write)
}
writeDocument()
