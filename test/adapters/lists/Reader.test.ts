import { writeFileSync } from 'node:fs'
import { Cause, Effect, Exit, Stream } from 'effect'
import { expect, it } from 'vitest'
import { keyed } from '#adapters/lists/Keys.ts'
import * as Reader from '#adapters/lists/Reader.ts'
import type { ListName } from '#domain/screening/ListEntry.ts'
import { ListReader } from '#ports/ListReader.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

const heading = 'identificador,nombres,primer_apellido,segundo_apellido,nacimiento,sexo,nacionalidades,alias'
const listOf = (count: number) =>
  Buffer.from(
    [heading, ...Array.from({ length: count }, (_, index) => `${index},Ana,Paz,Luna,1990-01-01,M,,`)].join('\n'),
  )
const read = (list: ListName, files: ReadonlyArray<Uint8Array | string>, reader = Reader.layer) =>
  ListReader.use((reader) => reader.read(list, files)).pipe(
    Effect.flatMap((content) => Effect.map(Stream.runCollect(content.entries), (entries) => ({ ...content, entries }))),
    Effect.scoped,
    Effect.provide(reader),
    Effect.exit,
    Effect.runPromise,
  )

it('a list is read in a thread of its own: others have thousands of turns meanwhile', async () => {
  let isRead = false
  let turns = 0
  const reading = read('vigilancia', [listOf(2_000)]).finally(() => {
    isRead = true
  })
  while (!isRead) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  const content = Exit.getSuccess(await reading)
  expect(content).toMatchObject({
    _tag: 'Some',
    value: { cutOff: null, doubts: [], counts: { entries: 2_000, names: 2_000 } },
  })
  expect(turns).toBeGreaterThan(1_000)
})

it('all of its entries come over in their order, with their keys, and its files stay the caller’s', async () => {
  const file = listOf(1_001)
  const before = Buffer.from(file)
  const exit = await read('vigilancia', [file])
  const entries = Exit.isSuccess(exit) ? exit.value.entries : []
  expect(entries.map(({ entry }) => entry.id)).toEqual(Array.from({ length: 1_001 }, (_, index) => String(index)))
  for (const one of entries) expect(one).toEqual(keyed(one.entry))
  expect(file.equals(before)).toBe(true)
})

it('a list of no entries is read', async () => {
  expect(await read('vigilancia', [listOf(0)])).toMatchObject({ _tag: 'Success', value: { entries: [] } })
})

it('a file of another format is refused with its reason', async () => {
  const exit = await read('onu', [Buffer.from('%PDF-1.7')])
  const failure = Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
  expect(failure).toMatchObject({ _tag: 'ListUnreadable', reason: expect.stringContaining('PDF') })
  expect(await read('ofac_sdn', [])).toMatchObject({ _tag: 'Failure' })
})

it('a file that needs more memory than the thread has is refused', async () => {
  const nested = Buffer.from(`<CONSOLIDATED_LIST>${'<a>b</a>'.repeat(150_000)}</CONSOLIDATED_LIST>`)
  const exit = await read('onu', [nested], Reader.limitedTo(64))
  expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toMatchObject({
    _tag: 'ListUnreadable',
    reason: 'The file needs more than 64 MB of memory to be read.',
  })
})

it('a file that changes while it is read is refused', async () => {
  const person = (id: string) =>
    JSON.stringify({ id, schema: 'Person', properties: { name: [id], topics: ['role.pep'] } })
  const path = temporaryFile([person('Ana Paz'), person('Ana Sol')].join('\n'), 'entities.ftm.json')
  const exit = await ListReader.use((reader) => reader.read('personas_expuestas', [path])).pipe(
    Effect.tap(Effect.sync(() => writeFileSync(path, person('Ana Paz')))),
    Effect.flatMap(({ entries }) => Stream.runCollect(entries)),
    Effect.scoped,
    Effect.provide(Reader.layer),
    Effect.exit,
    Effect.runPromise,
  )
  expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toMatchObject({
    _tag: 'ListUnreadable',
    reason: 'The file changed while it was read.',
  })
})
