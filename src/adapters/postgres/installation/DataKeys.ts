import { randomUUID } from 'node:crypto'
import { Context, Duration, Effect, Layer, Option, Schema, Semaphore } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { Bytes, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import type { FoundKey } from '#adapters/postgres/rows/FoundKey.ts'
import { dataKeyContext } from '#adapters/postgres/rows/Rows.ts'
import { type DataKey, Secrets } from '#ports/Secrets.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { OpenedTexts } from './OpenedTexts.ts'

/** The use of a key: the stored content of a verification, or the applicant's data while it is in progress. */
type Purpose = 'record' | 'applicant'

/**
 * How long a process caches keys. Within this time a destroyed key disappears from memory, and a key that is missing in
 * a restored database is no longer used.
 */
const remembered = Duration.minutes(1)

const Row = Schema.Struct({ name: Schema.String, key_id: Schema.String, sealed: Bytes })
const rowsIn = rowsOf(Row)

const unavailable = new StorageUnavailable({
  kind: 'unfit',
  reason: 'the data key of the day is sealed with a key that this replica does not have',
})

/** Clears the caches of one process, for the simulator, which replaces the keys in the database. */
export const KeyCaches = Context.Reference<Set<() => void>>('cotejo/adapters/postgres/KeyCaches', {
  defaultValue: () => new Set(),
})

export class DataKeys extends Context.Service<
  DataKeys,
  {
    /** The key of a day in UTC, written as 2026-11-22. */
    readonly ofDay: (purpose: Purpose, day: string) => Effect.Effect<DataKey, StorageUnavailable>
    /** Clears the cache, after the database turned out to lack a cached key. */
    readonly forget: Effect.Effect<void>
    readonly named: (names: ReadonlyArray<string>) => Effect.Effect<(name: string) => FoundKey, StorageUnavailable>
  }
>()('cotejo/adapters/postgres/DataKeys') {
  /** @param pool the connections to use, so that the work and the requests do not wait for each other */
  static readonly layer = (pool: 'api' | 'work' | 'dispatch') =>
    Layer.effect(
      DataKeys,
      Effect.gen(function* () {
        const { [pool]: sql, answering, working, dispatching } = yield* Database
        const run = { api: answering, work: working, dispatch: dispatching }[pool]
        const secrets = yield* Secrets
        const alone = yield* Semaphore.make(1)
        const byName = new Map<string, DataKey>()
        const byDay = new Map<string, DataKey>()
        // Requests open documents that partners read. Only these texts are cached.
        const texts = pool === 'api' ? new OpenedTexts() : null

        const forgetAll = () => {
          byName.clear()
          byDay.clear()
          texts?.clear()
        }
        const caches = yield* KeyCaches
        yield* Effect.acquireRelease(
          Effect.sync(() => caches.add(forgetAll)),
          () => Effect.sync(() => caches.delete(forgetAll)),
        )
        // Expires the cache even if no key is requested.
        yield* Effect.sync(forgetAll).pipe(Effect.delay(remembered), Effect.forever, Effect.forkScoped)

        const opened = ({ name, key_id: keyId, sealed: bytes }: typeof Row.Type): FoundKey =>
          Option.match(secrets.open({ keyId, bytes }, dataKeyContext(name)), {
            onNone: () => 'unreadable',
            onSome: (material) => {
              const given = secrets.dataKey(name, material)
              const key = texts?.remembering(given) ?? given
              byName.set(name, key)
              return key
            },
          })

        const find = (purpose: Purpose, day: string) =>
          Effect.map(
            run(sql`
            SELECT name, key_id, sealed FROM data_keys WHERE day = ${day}::date AND purpose = ${purpose} ORDER BY name`),
            (rows) =>
              rowsIn(rows)
                .map(opened)
                .find((key) => typeof key !== 'string'),
          )

        // The name contains the day, because all keys of a day are destroyed together. There is one key per day and
        // service key, created by the first process that needs it. During a rotation of the service key, replicas that
        // lack the new key use another one. A name is never reused: if a database lost a row, for example after a
        // failover, the next key gets a new name.
        const make = (purpose: Purpose, day: string) => {
          const name = `${purpose}/${day}/${secrets.sealingKeyId}/${randomUUID()}`
          const { keyId, bytes } = secrets.seal(secrets.newDataKey(), dataKeyContext(name))
          return run(sql`
          INSERT INTO data_keys (name, purpose, day, key_id, sealed)
          VALUES (${name}, ${purpose}, ${day}::date, ${keyId}, ${bytes}) ON CONFLICT DO NOTHING`)
        }

        const findOrMake = Effect.fnUntraced(function* (purpose: Purpose, day: string) {
          const place = `${purpose}/${day}`
          const meanwhile = byDay.get(place)
          if (meanwhile !== undefined) return meanwhile
          const there = yield* find(purpose, day)
          const key = there ?? (yield* Effect.andThen(make(purpose, day), find(purpose, day)))
          if (key === undefined) return yield* unavailable
          byDay.set(place, key)
          return key
        })

        return DataKeys.of({
          forget: Effect.sync(forgetAll),
          ofDay: (purpose, day) =>
            Effect.suspend(() => {
              const key = byDay.get(`${purpose}/${day}`)
              return key === undefined ? alone.withPermits(1)(findOrMake(purpose, day)) : Effect.succeed(key)
            }),
          named: Effect.fnUntraced(function* (names) {
            // Keep references now: another fiber may clear the cache during the query for the rest.
            const found = new Map<string, FoundKey>()
            for (const name of names) {
              const key = byName.get(name)
              if (key !== undefined) found.set(name, key)
            }
            const missing = [...new Set(names)].filter((name) => !found.has(name))
            const rows =
              missing.length === 0
                ? []
                : yield* run(sql`
                  SELECT name, key_id, sealed FROM data_keys
                   WHERE name IN (SELECT jsonb_array_elements_text(${JSON.stringify(missing)}::jsonb))`)
            for (const row of rowsIn(rows)) found.set(row.name, opened(row))
            return (name) => found.get(name) ?? 'destroyed'
          }),
        })
      }),
    )
}
