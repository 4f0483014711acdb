import { it } from '@effect/vitest'
import { Effect, Logger, ManagedRuntime } from 'effect'
import { expect } from 'vitest'
import { keysOf } from '#adapters/lists/Keys.ts'
import { Lists } from '#ports/Lists.ts'
import { entryOf, on, screened } from '#tools/lists/labelled/Pair.ts'
import { importing, postgresLists } from '#tools/lists/lists.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const person = screened({
  nombres: 'Zoraida',
  primerApellido: 'Quetzalcalli',
  segundoApellido: 'Ymaginaria',
  born: '1980-05-17',
  sex: 'M',
})
const entries = [entryOf('QUETZALCALLI YMAGINARIA, Zoraida', { births: [on(person.born)] })]

it('a list that a newer release imported is skipped, and logged once', async () => {
  const url = await testDatabase(migrated)
  const runtime = ManagedRuntime.make(postgresLists(url))
  await runtime.runPromise(importing('onu', entries))
  await runtime.runPromise(importing('vigilancia', entries))
  await query(url, "UPDATE list_versions SET list = 'lista_futura' WHERE list = 'vigilancia'")
  const logged: Array<unknown> = []
  const logger = Logger.make(({ message }) => logged.push(message))
  const run = <A, E>(use: Effect.Effect<A, E, Lists>) => runtime.runPromise(Effect.provide(use, Logger.layer([logger])))
  const find = Lists.use((port) => port.find(keysOf(person)))
  const { versions, candidates } = await run(find)
  expect(versions.map(({ list }) => list)).toEqual(['onu'])
  expect(candidates.map(({ list }) => list)).toEqual(['onu'])
  expect(await run(Lists.use((port) => port.versions))).toEqual(versions)
  expect(logged).toEqual([['list of another release skipped', { list: 'lista_futura' }]])
  await runtime.dispose()
})
