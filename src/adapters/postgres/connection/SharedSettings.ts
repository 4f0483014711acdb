import { createHash } from 'node:crypto'
import { Context, Effect, Schema } from 'effect'
import { rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { Database } from './Database.ts'
import { isAlive } from './Leases.ts'

/** The settings of this process that must agree over all replicas: their names, each with a digest of its value. */
export const SharedSettings = Context.Reference<Readonly<Record<string, string>>>(
  'cotejo/adapters/postgres/SharedSettings',
  { defaultValue: () => ({}) },
)

/** The digest under which a setting's value is published. */
export const settingDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

const publishedIn = rowsOf(Schema.Struct({ settings: Schema.Record(Schema.String, Schema.String) }))

/**
 * The names of settings of which replicas that live have different values, this process among them if it is one. A
 * replica of another release may not publish all of them: it differs in none that it does not publish.
 */
export const differingSettings = Effect.gen(function* () {
  const { work: sql, working } = yield* Database
  const own = yield* SharedSettings
  return Effect.map(working(sql`SELECT settings FROM replicas WHERE ${isAlive(sql)}`), (rows) => {
    const values = [own, ...publishedIn(rows).map(({ settings }) => settings)].flatMap(Object.entries)
    const byName = Map.groupBy(values, ([name]) => name)
    return [...byName.keys()].filter((name) => new Set(byName.get(name)?.map(([, value]) => value)).size > 1).toSorted()
  })
})
