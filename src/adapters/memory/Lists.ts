import { Context, Effect, Layer } from 'effect'
import { type ListName, listNames, type StoredEntry } from '#domain/screening/ListEntry.ts'
import { type ListVersion, refusalOf } from '#domain/screening/ListVersion.ts'
import { ImportRefused, ListAdministration } from '#ports/ListAdministration.ts'
import { Lists } from '#ports/Lists.ts'

interface Kept {
  readonly version: ListVersion
  readonly byKey: ReadonlyMap<string, ReadonlyArray<StoredEntry>>
}

/** Of each list the current version, and the one before. */
class MemoryLists extends Context.Service<MemoryLists, Map<ListName, ReadonlyArray<Kept>>>()(
  'cotejo/adapters/memory/Lists',
) {}

const indexed = (entries: ReadonlyArray<StoredEntry>): Kept['byKey'] => {
  const byKey = new Map<string, Array<StoredEntry>>()
  for (const stored of entries) {
    for (const key of stored.keys) {
      const group = byKey.get(key)
      if (group === undefined) byKey.set(key, [stored])
      else group.push(stored)
    }
  }
  return byKey
}

const lists = Layer.effect(
  Lists,
  Effect.map(MemoryLists, (kept) => {
    const current = () => listNames.flatMap((list) => kept.get(list)?.slice(0, 1) ?? [])
    const versions = () => current().map(({ version }) => version)
    return Lists.of({
      versions: Effect.sync(versions),
      find: (keys) =>
        Effect.sync(() => ({
          versions: versions(),
          candidates: current().flatMap(({ version, byKey }) => {
            const found = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
            return [...found].map(({ entry }) => ({ list: version.list, entry }))
          }),
        })),
    })
  }),
)

const administration = Layer.effect(
  ListAdministration,
  Effect.map(MemoryLists, (kept) =>
    ListAdministration.of({
      replace: (next, entries, force) =>
        Effect.suspend(() => {
          const former = kept.get(next.list)?.slice(0, 1) ?? []
          const [current = null] = former.map(({ version }) => version)
          const version: ListVersion = { ...next, entries: entries.length }
          const reason = refusalOf(version, current, force)
          if (reason !== null) return Effect.fail(new ImportRefused({ reason, current }))
          kept.set(next.list, [{ version, byKey: indexed(entries) }, ...former])
          return Effect.succeed(version)
        }),
      history: (list) => Effect.sync(() => (kept.get(list) ?? []).map(({ version }) => version)),
    }),
  ),
)

/** Lists in memory: kept by one process, lost with it, and not emptied with the rest of the storage. */
export const layer = Layer.mergeAll(lists, administration).pipe(
  Layer.provide(Layer.sync(MemoryLists, () => new Map<ListName, ReadonlyArray<Kept>>())),
)
