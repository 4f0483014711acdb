import * as PgClient from '@effect/sql-pg/PgClient'
import { DateTime, Effect, Layer, ManagedRuntime, Redacted } from 'effect'
import { Reactivity } from 'effect/reactivity'
import * as Secrets from '#adapters/platform/Secrets.ts'

/** What a property needs that runs a function of SQL beside the domain's own, on the same facts. */

const key = Redacted.make(Buffer.alloc(32, 7))

/** One connection, for all cases. */
export const oneConnection = (url: string) =>
  ManagedRuntime.make(
    Layer.mergeAll(
      Layer.effect(PgClient.PgClient, PgClient.makeClient({ url: Redacted.make(url) })).pipe(
        Layer.provide(Reactivity.layer),
      ),
      Secrets.layer({ digestKey: key, sealingKeys: [{ id: 'test', key }] }),
    ),
  )

/** Runs an effect in a transaction that leaves nothing behind. */
export const rolledBack = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    yield* sql`BEGIN`
    return yield* Effect.ensuring(effect, Effect.orDie(sql`ROLLBACK`))
  })

const shown = (value: unknown): string => {
  if (value === null) return '-'
  if (value instanceof Date) return value.toISOString()
  if (DateTime.isDateTime(value)) return DateTime.formatIso(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
}

/** A thing in one line, so that whole states are short to compare. */
const lineOf = (values: ReadonlyArray<unknown>): string => values.map(shown).join(' ')

/** Things in no order. */
export const linesOf = (things: Iterable<ReadonlyArray<unknown>>): ReadonlyArray<string> =>
  [...things].map(lineOf).sort()
