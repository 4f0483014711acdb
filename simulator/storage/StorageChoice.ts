import { Effect, Layer, Redacted, Schema } from 'effect'
import { start } from '#simulator/postgres/EmbeddedPostgres.ts'
import * as Keyring from './Keyring.ts'
import * as MemoryWorld from './MemoryWorld.ts'
import * as PostgresWorld from './PostgresWorld.ts'

/** `memory`, `embedded` (a real Postgres from npm, kept in the data directory), or the URL of a Postgres. */
export const StorageChoice = Schema.Union([
  Schema.Literals(['memory', 'embedded']),
  Schema.String.check(Schema.isPattern(/^postgres(?:ql)?:\/\/./)),
])

const embedded = (dataDirectory: string) =>
  Effect.gen(function* () {
    const { url, dataDirectory: used } = yield* start({ dataDirectory })
    yield* Effect.logInfo('embedded Postgres', { datos: used })
    return PostgresWorld.layer(Redacted.make(url), Keyring.layer, true)
  }).pipe(Layer.unwrap)

/** The storage that was chosen, with the secrets that it is sealed with and the simulator's notes. */
export const storage = ({ storage, data }: { readonly storage: string; readonly data: string }) => {
  if (storage === 'memory') return Layer.provideMerge(Keyring.layer, MemoryWorld.layer)
  return storage === 'embedded' ? embedded(data) : PostgresWorld.layer(Redacted.make(storage), Keyring.layer, false)
}
