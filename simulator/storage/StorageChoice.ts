import { Effect, Layer, Redacted, Schema } from 'effect'
import { start } from '#simulator/postgres/EmbeddedPostgres.ts'
import * as Keyring from './Keyring.ts'
import * as MemoryWorld from './MemoryWorld.ts'
import * as PostgresWorld from './PostgresWorld.ts'

/** `memory`, `embedded` (a real Postgres from npm, kept in the data directory), or the URL of a Postgres. */
export const isStorageChoice = (text: string): boolean => /^(?:memory|embedded|postgres(?:ql)?:\/\/.+)$/.test(text)

/** The data that are there cannot be worked on; the message says to the person who starts it what to do. */
class StorageRefused extends Schema.TaggedError<StorageRefused>()('StorageRefused', {
  message: Schema.String,
}) {}

const onPostgres = (url: Redacted.Redacted, alone: boolean, advice: string) =>
  Layer.catchTag(PostgresWorld.layer(url, alone), 'SchemaRefused', ({ reason }) =>
    Layer.effectContext(
      Effect.fail(
        new StorageRefused({ message: `Los datos guardados son de otra versión del programa. ${advice} (${reason}.)` }),
      ),
    ),
  )

const embedded = (dataDirectory: string) =>
  Effect.gen(function* () {
    const { url, dataDirectory: used } = yield* start({ dataDirectory })
    yield* Effect.logInfo('embedded Postgres', { directory: used })
    return onPostgres(Redacted.make(url), true, `Borre el directorio ${used} o use otro con --data.`)
  }).pipe(Layer.unwrap)

/** The storage that was chosen, with the secrets that it is sealed with and the simulator's notes. */
export const storage = ({ storage, data }: { readonly storage: string; readonly data: string }) => {
  if (storage === 'memory') return Layer.provideMerge(MemoryWorld.layer, Keyring.layer)
  return storage === 'embedded'
    ? embedded(data)
    : onPostgres(Redacted.make(storage), false, 'Use una base vacía con --storage.')
}
