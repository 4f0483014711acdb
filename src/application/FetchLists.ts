import { Context, DateTime, Effect, Layer } from 'effect'
import type { ListName } from '#domain/screening/ListEntry.ts'
import { isSameOrigin, type ListOrigin, type ListVersion } from '#domain/screening/ListVersion.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { type Download, ListPublisher } from '#ports/ListPublisher.ts'
import { ListReader } from '#ports/ListReader.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'

/**
 * - `importada`: a new version is current.
 * - `sin_cambios`: the publisher has nothing newer than the current version.
 * - `rechazada`: nothing was imported, and the current version stays.
 */
export type Fetched =
  | { readonly _tag: 'importada' | 'sin_cambios'; readonly version: ListVersion }
  | { readonly _tag: 'rechazada'; readonly reason: string }

const isDownloaded = (download: Download) => download._tag === 'Downloaded'

/** Downloads lists from their publishers and imports them with the same checks as a manual import. */
export class FetchLists extends Context.Service<
  FetchLists,
  {
    /**
     * @param addresses the addresses of the list's files, the main file first
     * @param force accept a version that is older or looks incomplete
     */
    readonly fetch: (
      list: ListName,
      addresses: ReadonlyArray<string>,
      force: boolean,
    ) => Effect.Effect<Fetched, StorageUnavailable>
  }
>()('cotejo/application/FetchLists') {
  static readonly layer = Layer.effect(
    FetchLists,
    Effect.gen(function* () {
      const { history, replace, confirm } = yield* ListAdministration
      const { download } = yield* ListPublisher
      const { read, keyRevision } = yield* ListReader
      const time = yield* Time

      /** All files of a list, or null if none has changed. */
      const filesOf = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>, known: ListOrigin | null) {
        const first = yield* Effect.forEach(addresses, (address, index) =>
          download(address, known?.[index]?.etag ?? null),
        )
        if (!first.some(isDownloaded)) return null
        const all = yield* Effect.forEach(first, (one, index) =>
          isDownloaded(one) ? Effect.succeed(one) : download(addresses[index] ?? '', null),
        )
        return all.filter(isDownloaded)
      })

      const fetched = Effect.fnUntraced(function* (list: ListName, addresses: ReadonlyArray<string>, force: boolean) {
        const [current = null] = yield* history(list)
        // A version whose keys were made by other rules needs its files again.
        const known = current?.keyRevision === keyRevision && !force ? current.origin : null
        const files = yield* filesOf(addresses, known)
        const now = yield* time.now
        const origin = files?.map(({ etag, digest }) => ({ etag, digest })) ?? known ?? []
        if (current !== null && isSameOrigin(origin, known)) {
          if (!(yield* confirm(list, origin, now))) return { _tag: 'rechazada', reason: 'en_curso' } satisfies Fetched
          return { _tag: 'sin_cambios', version: { ...current, origin, confirmedAt: now } } satisfies Fetched
        }
        const content = yield* read(
          list,
          (files ?? []).map(({ bytes }) => bytes),
        )
        if (content.doubts.length > 0 && !force) {
          return { _tag: 'rechazada', reason: content.doubts.join(' ') } satisfies Fetched
        }
        const cutOff = content.cutOff ?? DateTime.formatIsoDateUtc(now)
        const next = { list, cutOff, importedAt: now, confirmedAt: now, origin, ...content.counts, keyRevision }
        return { _tag: 'importada', version: yield* replace(next, content.entries, force) } satisfies Fetched
      }, Effect.scoped)

      const refused = (reason: string) => Effect.succeed({ _tag: 'rechazada', reason } satisfies Fetched)

      return FetchLists.of({
        fetch: (list, addresses, force) =>
          Effect.catchTags(fetched(list, addresses, force), {
            DownloadFailed: ({ host, reason }) => refused(`${host}: ${reason}`),
            ListUnreadable: ({ reason }) => refused(reason),
            ImportRefused: ({ reason }) => refused(reason),
          }),
      })
    }),
  )
}
