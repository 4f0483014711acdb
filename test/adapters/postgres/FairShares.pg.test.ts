import { Effect } from 'effect'
import { Reactivity } from 'effect/reactivity'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fairShares } from '#domain/helpers/FairShares.ts'
import { seed } from '#test/support/seed.ts'
import { makeClient } from '#tools/postgres/database.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const lane = fc.record({ account: fc.constantFrom('a', 'b', 'c', 'd'), host: fc.constantFrom('x', 'y', 'z') })
const due = fc
  .array(fc.record({ lane, due: fc.nat({ max: 9 }) }), { maxLength: 40 })
  .map((all) => all.sort((one, other) => one.due - other.due))
const places = fc.nat({ max: 12 })
const room = fc.record({ most: fc.nat({ max: 30 }), perAccount: places, perHost: places })
const cases = fc.record({ due, held: fc.array(lane, { maxLength: 12 }), room })

/** One statement for all: for each case, the places of what is taken. */
const inSql = (url: string, drawn: ReadonlyArray<object>) =>
  makeClient(url).pipe(
    Effect.flatMap(
      (sql) => sql<{ taken: ReadonlyArray<number> }>`
        SELECT ARRAY(
                 SELECT (f.nth - 1)::integer
                   FROM fair_shares(
                          ARRAY(SELECT d #>> '{lane,account}' FROM jsonb_array_elements(c -> 'due') d),
                          ARRAY(SELECT d #>> '{lane,host}' FROM jsonb_array_elements(c -> 'due') d),
                          ARRAY(SELECT to_timestamp((d ->> 'due')::integer) FROM jsonb_array_elements(c -> 'due') d),
                          ARRAY(SELECT h ->> 'account' FROM jsonb_array_elements(c -> 'held') h),
                          ARRAY(SELECT h ->> 'host' FROM jsonb_array_elements(c -> 'held') h),
                          (c #>> '{room,most}')::integer, (c #>> '{room,perAccount}')::integer,
                          (c #>> '{room,perHost}')::integer) f) AS taken
          FROM jsonb_array_elements(${JSON.stringify(drawn)}::jsonb) WITH ORDINALITY AS drawn (c, place)
         ORDER BY place`,
    ),
    Effect.map((rows) => rows.map(({ taken }) => taken)),
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.runPromise,
  )

it('fair_shares takes what the rule of the domain takes, in its order', async () => {
  const drawn = fc.sample(cases, { numRuns: 3_000, seed })
  const expected = drawn.map(({ due: waiting, held, room: places }) =>
    fairShares(
      [...waiting.keys()],
      [...held.keys()].map((index) => -1 - index),
      (index) =>
        index >= 0
          ? (waiting[index]?.lane ?? { account: '', host: '' })
          : (held[-1 - index] ?? { account: '', host: '' }),
      places,
    ),
  )
  expect(await inSql(await testDatabase(migrated), drawn)).toEqual(expected)
  expect(expected.filter((taken) => taken.length > 5).length).toBeGreaterThan(300)
})
