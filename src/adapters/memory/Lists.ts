import { Context, Effect, Layer, Stream } from 'effect'
import { identityOf, type ListEntry, type ListName, listNames, type StoredEntry } from '#domain/screening/ListEntry.ts'
import { isSameOrigin, type ListVersion, refusalOf } from '#domain/screening/ListVersion.ts'
import { ImportRefused, ListAdministration } from '#ports/ListAdministration.ts'
import { Lists } from '#ports/Lists.ts'

interface Kept {
  /** Latest first. */
  readonly versions: readonly [ListVersion, ...ReadonlyArray<ListVersion>]
  readonly entries: ReadonlyArray<StoredEntry>
  readonly byKey: ReadonlyMap<string, ReadonlyArray<StoredEntry>>
  readonly former: ReadonlyArray<StoredEntry>
}

class MemoryLists extends Context.Service<MemoryLists, Map<ListName, Kept>>()('cotejo/adapters/memory/Lists') {}

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

const missing = (some: ReadonlyArray<StoredEntry>, others: ReadonlyArray<StoredEntry>): ReadonlyArray<ListEntry> => {
  const known = new Set(others.map(({ entry }) => identityOf(entry)))
  const missed = some.map(({ entry }) => entry).filter((entry) => !known.has(identityOf(entry)))
  return [...new Map(missed.map((entry) => [identityOf(entry), entry])).values()]
}

const lists = Layer.effect(
  Lists,
  Effect.map(MemoryLists, (kept) => {
    const current = () => listNames.flatMap((list) => kept.get(list) ?? [])
    const versions = () => current().map(({ versions: [version] }) => version)
    return Lists.of({
      versions: Effect.sync(versions),
      find: (keys) =>
        Effect.sync(() => ({
          versions: versions(),
          candidates: current().flatMap(({ versions: [{ list }], byKey }) => {
            const found = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
            return [...found].map(({ entry }) => ({ list, entry }))
          }),
        })),
    })
  }),
)

const administration = Layer.effect(
  ListAdministration,
  Effect.map(MemoryLists, (kept) =>
    ListAdministration.of({
      replace: Effect.fnUntraced(function* (next, stream, force) {
        const { versions = [], entries: former = [] } = kept.get(next.list) ?? {}
        const [current = null] = versions
        const reason = refusalOf(next, current, force)
        if (reason !== null) return yield* new ImportRefused({ reason, current })
        const entries = yield* Stream.runCollect(stream)
        const [added, removed] = [missing(entries, former).length, missing(former, entries).length]
        const version: ListVersion = { ...next, added, removed }
        kept.set(next.list, { versions: [version, ...versions], entries, byKey: indexed(entries), former })
        return version
      }),
      confirm: (list, origin, confirmedAt) =>
        Effect.sync(() => {
          const found = kept.get(list)
          if (found === undefined) return false
          const [current, ...former] = found.versions
          if (!isSameOrigin(current.origin, origin)) return false
          kept.set(list, { ...found, versions: [{ ...current, origin, confirmedAt }, ...former] })
          return true
        }),
      history: (list) => Effect.sync(() => kept.get(list)?.versions ?? []),
      entries: (list, id) =>
        Effect.sync(() => (kept.get(list)?.entries ?? []).map(({ entry }) => entry).filter((entry) => entry.id === id)),
      changes: (list) =>
        Effect.sync(() => {
          const { entries = [], former = [] } = kept.get(list) ?? {}
          return { added: missing(entries, former), removed: missing(former, entries) }
        }),
    }),
  ),
)

/** Lists in memory of one process. Resetting the storage does not clear them. */
export const layer = Layer.mergeAll(lists, administration).pipe(
  Layer.provide(Layer.sync(MemoryLists, () => new Map<ListName, Kept>())),
)
