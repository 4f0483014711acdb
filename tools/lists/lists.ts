import { DateTime, Effect, Layer, Stream } from 'effect'
import { keyed, keyRevision } from '#adapters/lists/Keys.ts'
import * as Secrets from '#adapters/platform/Secrets.ts'
import * as PostgresListAdministration from '#adapters/postgres/operators/ListAdministration.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import * as PostgresLists from '#adapters/postgres/work/Lists.ts'
import * as PostgresListTurns from '#adapters/postgres/work/ListTurns.ts'
import type { ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import { Clearances } from '#ports/Clearances.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { keyring } from '#tools/service/server.ts'

/** The ports of the lists on the Postgres at this URL, with the keys of the test servers. */
export const postgresLists = (url: string) =>
  Layer.merge(PostgresLists.layer, PostgresListAdministration.layer).pipe(
    Layer.provide(Layer.orDie(Migrations.layer)),
    Layer.provide(Secrets.layer(keyring)),
    Layer.provide(patientDatabase(url)),
  )

/** Nothing was recorded as being about another person. */
export const nothingCleared = Layer.succeed(Clearances, {
  areRecorded: (_, findings) => Effect.succeed(findings.map(() => false)),
  record: () => Effect.die('nothing is recorded'),
  withdraw: () => Effect.die('nothing is withdrawn'),
})

/** The schedule for fetching lists, on the Postgres at this URL. */
export const postgresTurns = (url: string) => PostgresListTurns.layer.pipe(Layer.provide(patientDatabase(url)))

/** The instant at which tests import and screen. */
export const today = DateTime.makeUnsafe('2026-03-01T12:00:00Z')

/** Makes entries the current version of a list. */
export const importing = (
  list: ListName,
  entries: ReadonlyArray<ListEntry>,
  changes: Partial<Omit<ListVersion, 'list' | 'entries'>> & { readonly force?: boolean } = {},
) => {
  const { force = false, ...others } = changes
  const counts = { entries: entries.length, names: entries.reduce((sum, { names }) => sum + names.length, 0) }
  const version = { list, cutOff: '2026-02-28', importedAt: today, confirmedAt: null, origin: null, keyRevision }
  return Effect.flatMap(ListAdministration, ({ replace }) =>
    replace({ ...version, ...counts, ...others }, Stream.map(Stream.fromIterable(entries), keyed), force),
  )
}
