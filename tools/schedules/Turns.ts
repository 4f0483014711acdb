/** The turns of all steps of all replicas: one step at a time continues, when told to. */
import type { Point, Turn } from '#tools/sweep/Gate.ts'
import type { Draw } from './Draw.ts'

interface Waiting {
  readonly replica: string
  readonly name: string
  readonly side: Point['side']
  readonly go: (goesOn: boolean) => void
}

export interface Turns {
  /** The turns of a replica, by the name that it has at that time. */
  readonly of: (replica: () => string) => Turn
  readonly waiting: () => number
  /** Lets a random step continue, and returns its name. */
  readonly next: (draw: Draw) => string | null
  /** Loses the answer of a random step and its connection, and returns its name. */
  readonly lose: (draw: Draw) => string | null
  /** Forgets a replica of this name, which needs no more turns. */
  readonly forget: (replica: string) => void
  /** From now on every step waits for its turn. */
  readonly hold: () => void
  /** From now on every step continues at once, as in the beginning. */
  readonly release: () => void
}

export const makeTurns = (): Turns => {
  let isReleased = true
  let waiting: ReadonlyArray<Waiting> = []
  const take = (draw: Draw, some: ReadonlyArray<Waiting>, goesOn: boolean): string | null => {
    if (some.length === 0) return null
    // Sort the steps, so that the choice does not depend on their order of arrival.
    const one = draw.from(some.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    waiting = waiting.filter((other) => other !== one)
    one.go(goesOn)
    return one.name
  }
  return {
    of:
      (replica) =>
      ({ kind, number, side }) =>
        isReleased
          ? Promise.resolve(true)
          : new Promise((go) => {
              const name = replica()
              waiting = [...waiting, { replica: name, name: `${name} ${side} ${kind} ${number}`, side, go }]
            }),
    waiting: () => waiting.length,
    next: (draw) => take(draw, waiting, true),
    lose: (draw) =>
      take(
        draw,
        waiting.filter(({ side }) => side === 'after'),
        false,
      ),
    forget: (replica) => {
      waiting = waiting.filter((one) => one.replica !== replica)
    },
    hold: () => {
      isReleased = false
    },
    release: () => {
      isReleased = true
      for (const { go } of waiting) go(true)
      waiting = []
    },
  }
}
