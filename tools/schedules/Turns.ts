/** The turns of all steps of all replicas: one at a time goes on, when it is told to. */
import type { Point, Turn } from '#tools/sweep/Gate.ts'
import type { Draw } from './Draw.ts'

interface Waiting {
  readonly replica: string
  readonly name: string
  readonly side: Point['side']
  readonly go: (goesOn: boolean) => void
}

export interface Turns {
  /** The turns of a replica, by the name that it has then. */
  readonly of: (replica: () => string) => Turn
  readonly waiting: () => number
  /** Has one that is drawn go on; says which. */
  readonly next: (draw: Draw) => string | null
  /** Loses the answer of one that is drawn, with its connection; says which. */
  readonly lose: (draw: Draw) => string | null
  /** A replica of this name needs no turn any more. */
  readonly forget: (replica: string) => void
  /** From now on everything waits for its turn. */
  readonly hold: () => void
  /** From now on everything goes on at once, as it does at first. */
  readonly release: () => void
}

export const makeTurns = (): Turns => {
  let isReleased = true
  let waiting: ReadonlyArray<Waiting> = []
  const take = (draw: Draw, some: ReadonlyArray<Waiting>, goesOn: boolean): string | null => {
    if (some.length === 0) return null
    // In an order of their own, not that in which the machine brought them.
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
