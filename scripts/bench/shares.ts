/** With `--profile` a bench also prints where the CPU of each replica went. */
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { round } from '#tools/reports/measure.ts'

/** The part of V8's profile that is used. */
interface Profile {
  readonly nodes: ReadonlyArray<{
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
    readonly children?: ReadonlyArray<number>
  }>
  readonly samples: ReadonlyArray<number>
}

const replicas = /scripts\/bench\/servers\/(cotejo|worker)\.ts$/

/**
 * The first one that matches the name and the file of a function is its group. A function that matches none counts for
 * its caller. The profiler itself makes `consoleCall` slow.
 */
const groups: ReadonlyArray<readonly [RegExp, string | null]> = [
  [/^(\(idle\)|consoleCall) $/, null],
  [/^\(program\)/, 'event loop'],
  [/^\(garbage collector\)/, 'garbage collection'],
  [/^write(v|Buffer|Utf8String|Latin1String) $/, 'writes to sockets'],
  [/internal\/crypto|node:crypto/, 'encryption and digests'],
  [/@effect\/sql-pg|effect\/dist\/sql/, 'driver of Postgres'],
  [/ node:|undici|@effect\/platform|effect\/dist\/http/, 'HTTP and sockets'],
  [/effect\/dist\/(Schema|internal\/schema)/, 'schemas'],
  [/node_modules\/effect/, 'fibers, layers and logs of Effect'],
  [/\/(src|scripts)\//, 'our code'],
]

/** The percentages of the second half of a profile. */
const sharesOf = ({ nodes, samples }: Profile): Readonly<Record<string, number>> => {
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const found = new Map<number, string | null>()
  // A caller comes before what it calls.
  for (const { id, callFrame } of nodes) {
    const own = groups.find(([like]) => like.test(`${callFrame.functionName} ${callFrame.url}`))
    found.set(id, own === undefined ? (found.get(callers.get(id) ?? 0) ?? 'our code') : own[1])
  }
  const all = samples.flatMap((id) => found.get(id) ?? [])
  const counted = all.slice(all.length / 2)
  const count = Map.groupBy(counted, (group) => group)
  return Object.fromEntries([...count].sort().map(([group, of]) => [group, round((100 * of.length) / counted.length)]))
}

/** Makes every process that starts from now on write a profile. The returned function prints those of replicas. */
export const profiling = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'cotejo-profiles-'))
  process.env['NODE_OPTIONS'] = `--cpu-prof --cpu-prof-dir=${folder}`
  return () => {
    const profiles = globSync(join(folder, '*')).map((file): Profile => JSON.parse(readFileSync(file, 'utf8')))
    const ours = profiles.filter(({ nodes }) => nodes.some(({ callFrame }) => replicas.test(callFrame.url)))
    console.log('\npercent of the CPU of each replica')
    console.table(ours.map(sharesOf))
  }
}
