import { Context, Effect, Layer } from 'effect'
import { Maintenance, type Place } from '#ports/Maintenance.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** Values resealed at once. */
const batch = 200
/** What others wrote meanwhile is tried again, so many times over all. */
const rounds = 5

export interface Rotation {
  readonly resealed: number
  /** Sealed with a key that this process was not given. */
  readonly unreadable: number
  /** What other keys still seal, by key. */
  readonly remaining: ReadonlyArray<{ readonly keyId: string; readonly values: number }>
}

/** Encrypts the data of applicants and the signing secrets again with the current key, while work goes on. */
export class RotateKeys extends Context.Service<
  RotateKeys,
  { readonly rotate: Effect.Effect<Rotation, StorageUnavailable> }
>()('cotejo/application/RotateKeys') {
  static readonly layer = Layer.effect(
    RotateKeys,
    Effect.gen(function* () {
      const maintenance = yield* Maintenance

      /** Once through all that is sealed. */
      const round = Effect.gen(function* () {
        const sum = { resealed: 0, overtaken: 0, unreadable: 0 }
        let place: Place | null = null
        do {
          const done: Effect.Success<ReturnType<typeof maintenance.reseal>> = yield* maintenance.reseal(place, batch)
          sum.resealed += done.resealed
          sum.overtaken += done.overtaken
          sum.unreadable += done.unreadable
          place = done.next
        } while (place !== null)
        return sum
      })

      const rotate = Effect.gen(function* () {
        let resealed = 0
        let last = yield* round
        for (let count = 1; ; count++) {
          resealed += last.resealed
          if (last.overtaken === 0 || count === rounds) break
          last = yield* round
        }
        return { resealed, unreadable: last.unreadable, remaining: yield* maintenance.sealedByOthers }
      })

      return RotateKeys.of({ rotate })
    }),
  )
}
