/**
 * The import of a file of OpenSanctions with many people by `cotejo lists import`: its time, and the memory of its process.
 * Then how many people have the name of a politically exposed person whose birth date is unknown.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Effect } from 'effect'
import { buildServerPackage } from '#scripts/build/ServerPackage.ts'
import { start } from '#simulator/postgres/EmbeddedPostgres.ts'
import { entryOf } from '#tools/lists/labelled/Pair.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { peakMegabytes, round } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { environmentOf, migrated } from '#tools/service/server.ts'
import { crowd } from './crowd.ts'
import { searchIn, stranger } from './namesakes.ts'
import { sized } from './sized.ts'

const people = sized(750_000, 2_000)
const exposed = sized(20_000, 500)
const applicants = sized(10_000, 100)

const entity = (id: string, schema: string, properties: Record<string, ReadonlyArray<string>>): string => {
  const days = {
    first_seen: '2025-02-03T06:10:11',
    last_seen: '2026-02-28T06:10:11',
    last_change: '2025-11-12T13:14:15',
  }
  const [caption = schema] = properties.name ?? []
  return `${JSON.stringify({ id, caption, schema, properties, referents: [`mx-${id}`], datasets: ['prueba'], ...days, target: schema === 'Person' })}\n`
}

/** A person, a relative for every tenth, and the position, which ended long ago for every tenth. */
const linesAbout = (index: number): string => {
  const [one] = crowd(`exposed ${index}`, 1)
  if (one === undefined) return ''
  const { nombres, primerApellido, segundoApellido } = one.person.name
  const [id, full] = [`Q${index}`, `${nombres} ${primerApellido} ${segundoApellido}`]
  const kind = index % 10
  const born = kind < 6 ? { birthDate: [kind < 3 ? one.person.born : one.person.born.slice(0, 4)] } : {}
  const position = kind === 1 ? { endDate: ['2014-12-31'], status: ['ended'] } : { status: ['current'] }
  return [
    entity(id, 'Person', {
      name: [full],
      alias: [`${nombres} ${primerApellido}`, full.toUpperCase()],
      gender: [one.person.sex === 'H' ? 'male' : 'female'],
      citizenship: ['mx'],
      topics: [kind === 0 ? 'role.rca' : 'role.pep'],
      position: ['Presidencia municipal de un lugar inventado'],
      sourceUrl: [`https://prueba.example/personas/${id}`],
      ...born,
    }),
    entity(`occ-${id}`, 'Occupancy', {
      holder: [id],
      post: [`pos-${index % 500}`],
      startDate: ['2012-01-01'],
      ...position,
    }),
  ].join('')
}

const write = async (path: string): Promise<void> => {
  const stream = createWriteStream(path)
  for (let index = 0; index < people; index += 1) {
    if (!stream.write(linesAbout(index))) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}

/** How often the peak is read: the system forgets it when the process ends. */
const every = 50

const imported = async (program: string, url: string, path: string) => {
  const args = [program, 'lists', 'import', '--list', 'personas_expuestas', '--file', path, '--force', '--json']
  const env = { ...process.env, ...environmentOf(url, { COTEJO_LISTS_MAX_AGE: '3650 days' }) }
  const began = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, peakMegabytes(child.pid ?? 0))
  }, every)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`the import exited with ${code}`)
  return { seconds: round((performance.now() - began) / 1_000), 'peak MB': peak }
}

/** People at random, against exposed persons at random without a birth date. */
const screenNamesakes = () => {
  const candidates = Array.from({ length: exposed }, (_, index) => {
    const { nombres, primerApellido, segundoApellido } = stranger(-1 - index).name
    const entry = entryOf(`${nombres} ${primerApellido} ${segundoApellido}`, { id: String(index) })
    return { list: 'personas_expuestas', entry } as const
  })
  const search = searchIn(candidates)
  const verdicts = Array.from({ length: applicants }, (_, index) => {
    const found = search(stranger(index)).map(({ judged }) => judged.verdict)
    return found.includes('match') ? 'match' : found[0]
  })
  const share = (verdict: string) => round((100 * verdicts.filter((one) => one === verdict).length) / applicants, 2)
  return { match: share('match'), possible: share('possible') }
}

const importInto = (program: string, path: string) =>
  Effect.gen(function* () {
    const { url } = yield* start({ dataDirectory: null, durable: true, sharedBuffers: '256MB' })
    yield* Effect.promise(() => migrated(url))
    return yield* Effect.promise(() => imported(program, url, path))
  }).pipe(Effect.scoped, Effect.runPromise)

export const lists = async (): Promise<void> => {
  const directory = temporaryDirectory('lists')
  const [path, server] = [join(directory, 'entities.ftm.json'), join(directory, 'server')]
  await write(path)
  // As operators run it: compiling the sources would take memory.
  await buildServerPackage(server)
  const megabytes = round(statSync(path).size / 2 ** 20, 0)
  const row = await importInto(join(server, 'dist/cotejo.js'), path).finally(() =>
    rmSync(directory, { recursive: true }),
  )
  report(`a file of OpenSanctions with ${people} people in ${megabytes} MB, imported into Postgres`, { import: row })
  const namesakes = screenNamesakes()
  report(`${applicants} people against ${exposed} exposed persons without a birth date, in %`, { namesakes })
  judge('lists', {
    [`an import of ${people} people`]: { value: row.seconds, unit: 's', atMost: 180 },
    'memory of the import': { value: row['peak MB'], unit: 'MB', atMost: 300 },
    'people who match by name alone': { value: namesakes.match, unit: '%', atMost: 0 },
  })
}
