import { Context, Duration, Effect, Layer } from 'effect'
import { keyRevision } from '#adapters/lists/Keys.ts'
import * as Screening from '#adapters/lists/Screening.ts'
import * as MemoryLists from '#adapters/memory/Lists.ts'
import { listNames } from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import { Lists } from '#ports/Lists.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { importSyntheticLists } from '#simulator/sources/lists/SyntheticLists.ts'
import { SourceFaults } from '#simulator/sources/SourceFaults.ts'
import type { Listed } from './People.ts'

/**
 * Entries that the lists hold in addition to the synthetic files while one person is screened. If they were kept
 * longer, the next person of that name and birth date would match them too.
 */
export const AlsoListed = Context.Reference<ReadonlyArray<Listed>>('cotejo/simulator/providers/AlsoListed', {
  defaultValue: () => [],
})

const synthetic = Layer.effectDiscard(Effect.orDie(importSyntheticLists)).pipe(Layer.provideMerge(MemoryLists.layer))

const unavailable = new StorageUnavailable({ reason: 'fault of the source listas' })

/** The lists are ours: down or hanging is their storage, and garbage is entries that this program cannot search. */
const faulty = Layer.effect(
  Lists,
  Effect.gen(function* () {
    const { versions, find } = yield* Lists
    const faults = yield* SourceFaults

    const reading = <A>(read: Effect.Effect<A, StorageUnavailable>) =>
      Effect.suspend(() => {
        const fault = faults.of('listas')
        return fault === 'caida' || fault === 'colgada' ? Effect.fail(unavailable) : read
      })
    const asKeyed = (version: ListVersion): ListVersion =>
      faults.of('listas') === 'basura' ? { ...version, keyRevision: keyRevision - 1 } : version

    return Lists.of({
      versions: reading(Effect.map(versions, (all) => all.map(asKeyed))),
      find: (keys) =>
        reading(
          Effect.gen(function* () {
            const found = yield* find(keys)
            const also = (yield* AlsoListed).filter(({ stored }) => stored.keys.some((key) => keys.includes(key)))
            return {
              versions: found.versions.map(asKeyed),
              candidates: [...found.candidates, ...also.map(({ list, stored: { entry } }) => ({ list, entry }))],
            }
          }),
        ),
    })
  }),
)

/**
 * The screening of production over synthetic files in memory, whatever the storage. They do not grow old:
 * a jump of time would leave them behind.
 */
export const screening = Screening.layer({ required: listNames, maxAge: () => Duration.infinity }).pipe(
  Layer.provide(faulty),
  Layer.provide(synthetic),
)
