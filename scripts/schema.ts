/** `npm run schema`: writes src/adapters/postgres/schema/schema.sql. A test compares it with the migrations. */
import { writeFileSync } from 'node:fs'
import { Effect, Layer, Redacted } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import { start } from '#simulator/postgres/EmbeddedPostgres.ts'
import { schemaPicture } from '#tools/documents/SchemaPicture.ts'

const migrated = (url: string) =>
  Layer.build(
    Layer.provide(
      Migrations.layer,
      Database.layer({ url: Redacted.make(url), apiConnections: 1, workConnections: 1, dispatchConnections: 1 }),
    ),
  )

const text = await Effect.gen(function* () {
  const { url } = yield* start({ dataDirectory: null, durable: false })
  yield* migrated(url)
  return yield* Effect.promise(() => schemaPicture(url))
}).pipe(Effect.scoped, Effect.runPromise)

writeFileSync('src/adapters/postgres/schema/schema.sql', text)
