/** Random numbers from a seed. */
import { Effect, Random } from 'effect'

export interface Draw {
  /** A random integer from 0 up to, but not including, `count`. */
  readonly below: (count: number) => number
  readonly from: <A>(some: ReadonlyArray<A>) => A
  readonly isSo: (share: number) => boolean
}

export const drawOf = (seed: string): Draw => {
  const random = Effect.runSync(Random.withSeed(Effect.service(Random.Random), seed))
  const below = (count: number) => Math.floor(random.nextDoubleUnsafe() * count)
  return {
    below,
    from: (some) => {
      const one = some[below(some.length)]
      if (one === undefined) throw new Error('there is nothing to draw from')
      return one
    },
    isSo: (share) => random.nextDoubleUnsafe() < share,
  }
}
