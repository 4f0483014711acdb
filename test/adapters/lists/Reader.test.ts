import { Effect, Fiber } from 'effect'
import { expect, it } from 'vitest'
import * as Reader from '#adapters/lists/Reader.ts'
import { ListReader } from '#ports/ListReader.ts'

const heading = 'identificador,nombres,primer_apellido,segundo_apellido,nacimiento,sexo,nacionalidades,alias'
const people = Array.from({ length: 1_000 }, (_, index) => `${index},Ana,Paz,Luna,1990-01-01,M,,`)
const file = Buffer.from([heading, ...people].join('\n'))

it('the keys of a list are made in portions, between which others have their turn', async () => {
  let turns = 0
  const others = Effect.gen(function* () {
    while (true) {
      turns += 1
      yield* Effect.yieldNow
    }
  })
  const reading = Effect.gen(function* () {
    const beside = yield* Effect.forkChild(others)
    const read = yield* ListReader.use(({ read }) => Effect.exit(read('vigilancia', [file])))
    yield* Fiber.interrupt(beside)
    return read
  })
  const read = await Effect.runPromise(Effect.provide(reading, Reader.layer))
  expect(read).toMatchObject({ _tag: 'Success' })
  expect(read._tag === 'Success' && read.value.entries.length).toBe(1_000)
  expect(turns).toBeGreaterThanOrEqual(1_000 / 50)
})
