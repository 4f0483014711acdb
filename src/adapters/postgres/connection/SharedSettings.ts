import { createHash } from 'node:crypto'
import { Context, Effect, Schema } from 'effect'
import { rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { Database } from './Database.ts'
import { isAlive } from './Leases.ts'

/** The settings that must agree over all replicas: the name of each, with a digest of this process's value. */
export const SharedSettings = Context.Reference<Readonly<Record<string, string>>>(
  'cotejo/adapters/postgres/SharedSettings',
  { defaultValue: () => ({}) },
)

export const settingDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

const publishedIn = rowsOf(Schema.Struct({ settings: Schema.Record(Schema.String, Schema.String) }))

/**
 * The names of settings that differ between live replicas, including this process if it is a replica. A replica of
 * another release may not publish all settings; missing ones do not count as different.
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
