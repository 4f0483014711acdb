/**
 * The quality of screening on the labelled pairs, and its speed on fictitious entries in Postgres and in memory.
 */

import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Effect, type Layer, Result } from 'effect'
import pg from 'pg'
import { keyed } from '#adapters/lists/Keys.ts'
import { readList } from '#adapters/lists/ListFiles.ts'
import * as MemoryLists from '#adapters/memory/Lists.ts'
import type { ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import type { ListAdministration } from '#ports/ListAdministration.ts'
import type { Lists } from '#ports/Lists.ts'
import { start } from '#simulator/postgres/EmbeddedPostgres.ts'
import { heldOutPairs, trainPairs } from '#tools/lists/labelled/Labelled.ts'
import type { Pair } from '#tools/lists/labelled/Pair.ts'
import { isRight, qualityOf } from '#tools/lists/labelled/Quality.ts'
import { importing, postgresLists } from '#tools/lists/lists.ts'
import { namingPairs } from '#tools/lists/naming/Naming.ts'
import { percentile, residentMegabytes, round } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { crowd } from './crowd.ts'
import { realLists } from './realLists.ts'
import { type Screened, screened, screeningOn } from './screened.ts'
import { sized } from './sized.ts'

const entries = sized(500_000, 5_000)
/** In memory, as in tests and the simulator. */
const entriesInMemory = sized(100_000, 5_000)

const judgePairs = (title: string, pairs: ReadonlyArray<Pair>): void => {
  const same = pairs.filter(({ isSame }) => isSame).length
  const { found, possible, lost, falseMatches, falsePossible } = qualityOf(pairs)
  report(`${title}: ${pairs.length} pairs, ${same} of one person and ${pairs.length - same} of two`, {
    'of one person': { match: found, possible, 'missed or too low': lost },
    'of two': { match: falseMatches, possible: falsePossible },
  })
}

/** The rules under which our matching errs, and the number of wrong pairs. */
const compareRules = (pairs: ReadonlyArray<Pair>): void => {
  const rules = Map.groupBy(pairs, ({ family }) => family)
  const wrongIn = (some: ReadonlyArray<Pair>) => some.filter((pair) => !isRight(pair))
  const wrong = [...rules].filter(([, some]) => wrongIn(some).length > 0)
  report(
    `${rules.size} rules, of which ours gets ${rules.size - wrong.length} right in every pair; the others`,
    Object.fromEntries(
      wrong.map(([rule, some]) => [
        rule,
        { pairs: some.length, wrong: wrongIn(some).length, 'one person': some[0]?.isSame },
      ]),
    ),
  )
}

type Run = <A, E>(effect: Effect.Effect<A, E, ListAdministration>) => Promise<A>

/** The heap in use after a full collection, in MB. */
const heapMegabytes = (): number => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return round(process.memoryUsage().heapUsed / 2 ** 20, 0)
}

const seconds = (since: number): number => (performance.now() - since) / 1_000

/** Distributes the crowd over all lists: with an RFC, with a birth date, or with neither. */
const importCrowd = async (run: Run, count: number): Promise<number> => {
  const listed = crowd('listed', count).map(({ entry }) => entry)
  const shares: ReadonlyArray<readonly [ListName, ReadonlyArray<ListEntry>]> = [
    ['sat_69b', listed.filter(({ rfc }) => rfc !== null)],
    ['ofac_sdn', listed.filter(({ births }) => births.length > 0)],
    ['personas_expuestas', listed.filter(({ rfc, births }) => rfc === null && births.length === 0)],
  ]
  const began = performance.now()
  for (const [list, some] of shares) await run(importing(list, some))
  return seconds(began)
}

/** The warm-up reads the needed part of the index from disk. */
const strangers = { warmUp: sized(12_000, 20), screenings: sized(5_000, 100) }

/** In a separate process without the entries, as a replica has none. */
const screenedApart = async (url: string): Promise<Screened> => {
  const program = ['scripts/bench/servers/screening.ts', url, strangers.warmUp, strangers.screenings].map(String)
  const { stdout } = await promisify(execFile)(process.execPath, program, { maxBuffer: 64_000_000 })
  return JSON.parse(stdout)
}

const measure = async (
  count: number,
  ports: Layer.Layer<ListAdministration | Lists>,
  screen: (runtime: ReturnType<typeof screeningOn>) => Promise<Screened>,
) => {
  const runtime = screeningOn(ports)
  const before = heapMegabytes()
  const imported = await importCrowd((effect) => runtime.runPromise(effect), count)
  const held = heapMegabytes() - before
  const { times, matches, candidates } = await screen(runtime)
  await runtime.dispose()
  return {
    entries: count,
    'import s': round(imported),
    'p50 ms': round(percentile(times, 0.5), 2),
    'p99 ms': round(percentile(times, 0.99), 2),
    'most ms': round(percentile(times, 1), 2),
    'candidates p50, p99, most': [0.5, 0.99, 1].map((part) => percentile(candidates, part)).join(', '),
    'strangers matched by birth date': matches.filter((match) => match !== 'personas_expuestas').length,
    'by name alone': matches.filter((match) => match === 'personas_expuestas').length,
    'heap MB of the lists': held,
    'resident MB of the bench': residentMegabytes(process.pid),
  }
}

/** Does the work of autovacuum and the checkpointer, which would otherwise run during the measurement. */
const settled = async (url: string): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('VACUUM (ANALYZE)')
  await client.query('CHECKPOINT')
  await client.end()
}

/** From the bytes of the tax authority's file to the stored entries. */
const readWhole = (): void => {
  const rows = crowd('taxpayers', entriesInMemory).map(({ person: { name, born, letters } }, index) => {
    const text = `${name.primerApellido} ${name.segundoApellido} ${name.nombres}`
    return `${index},${letters}${born.slice(2).replaceAll('-', '')}AB1,"${text}",Definitivo,,,,,,,,,,,,,,,,`
  })
  const heading = 'No,RFC,Nombre del Contribuyente,Situación del contribuyente,,,,,,,,,,,,,,,,'
  const bytes = Buffer.from(['Información actualizada al 31 de enero de 2026', heading, ...rows].join('\n'), 'latin1')
  const began = performance.now()
  const read = Result.getOrThrow(readList('sat_69b', { main: bytes, aliases: null, addresses: null }))
  const parsed = seconds(began)
  read.entries.map(keyed)
  report(`a file of ${read.entries.length} rows`, {
    read: { seconds: round(parsed) },
    keyed: { seconds: round(seconds(began) - parsed) },
  })
}

/** With `--lists DIR` the published lists, which are not part of the project. */
const publishedLists = () =>
  parseArgs({
    options: { lists: { type: 'string' }, write: { type: 'boolean' }, small: { type: 'boolean' } },
    allowPositionals: true,
  }).values

export const matching = async (): Promise<void> => {
  const { lists } = publishedLists()
  if (lists !== undefined) return realLists(lists)
  judgePairs('Pairs by which the rules were chosen', trainPairs)
  judgePairs('Pairs held out', heldOutPairs)
  judgePairs('Pairs by the rules of naming, made apart', namingPairs)
  compareRules(namingPairs)
  readWhole()
  const inPostgres = await Effect.gen(function* () {
    // A separate server with enough memory for these lists, because a small machine's file cache does not keep them.
    const { url } = yield* start({ dataDirectory: null, durable: true, sharedBuffers: '1GB' })
    const screen = () => settled(url).then(() => screenedApart(url))
    return yield* Effect.promise(() => measure(entries, postgresLists(url), screen))
  }).pipe(Effect.scoped, Effect.runPromise)
  const inMemory = await measure(entriesInMemory, MemoryLists.layer, (runtime) => screened(runtime, strangers))
  console.log(
    'Lists as they were published: skipped. Name the folder that has them: npm run bench -- matching --lists DIR',
  )
  report(`${strangers.warmUp + strangers.screenings} people who are on no list, screened`, {
    postgres: inPostgres,
    memory: inMemory,
  })
  judge('screening', {
    [`p99 of a screening in Postgres, ${entries} entries`]: { value: inPostgres['p99 ms'], unit: 'ms', atMost: 2 },
  })
}
