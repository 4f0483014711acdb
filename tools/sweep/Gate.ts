/** Where everything passes that a replica does to the world: each step on its way out, and its answer on the way back. */

/** `before`: it has not left the replica's machine. `after`: it is carried out, and its answer has not come back. */
export const sides = ['before', 'after'] as const
type Side = (typeof sides)[number]

export interface Point {
  /** What is done: a statement, a call of the processor, a consultation or a delivery. */
  readonly kind: string
  /** How many of its kind the replica has begun since the gate counts, this one included. */
  readonly number: number
  readonly side: Side
}

type State = 'open' | 'stalled' | 'dead'

export interface Gate {
  /** Begins to count: what was begun before has the number 0. */
  readonly count: () => void
  /** Every point that was reached since then, in order. */
  readonly reached: () => ReadonlyArray<Point>
  /** Does this when the point is reached, before anything else of the replica goes on. */
  readonly at: (point: Point, act: () => void) => void
  /** Notes that a step of this kind begins; its number. */
  readonly begin: (kind: string) => number
  /**
   * Resolves when the step may go on: at its turn, when the stall is over, or never. False when the connection that it
   * goes over is lost instead.
   */
  readonly pass: (point: Point) => Promise<boolean>
  /** Resolves when anything may go on. */
  readonly open: () => Promise<void>
  /** Nothing goes in or out from now on, until `resume`. */
  readonly stall: () => void
  readonly resume: () => void
  /** Nothing goes in or out any more: every connection ends at this instant. */
  readonly kill: () => void
  /** Has this done at the end of the replica. */
  readonly onDeath: (act: () => void) => void
}

const isSame = (one: Point, other: Point) =>
  one.kind === other.kind && one.number === other.number && one.side === other.side

/** Says when it is the turn of a step, and whether it may go on then or is lost. */
export type Turn = (point: Point) => Promise<boolean>
const atOnce: Turn = () => Promise.resolve(true)

export const makeGate = (turn: Turn = atOnce): Gate => {
  const [waiting, endings]: [Array<() => void>, Array<() => void>] = [[], []]
  const orders: Array<{ readonly point: Point; readonly act: () => void }> = []
  let counts: Map<string, number> | null = null
  let reached: Array<Point> = []
  let state: State = 'open'

  const open = (): Promise<void> =>
    state === 'open' ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))

  return {
    count: () => {
      counts = new Map()
      reached = []
    },
    reached: () => reached,
    at: (point, act) => void orders.push({ point, act }),
    begin: (kind) => {
      if (counts === null) return 0
      const number = (counts.get(kind) ?? 0) + 1
      counts.set(kind, number)
      return number
    },
    pass: async (point) => {
      if (state === 'open' && point.number > 0) {
        reached.push(point)
        const index = orders.findIndex((order) => isSame(order.point, point))
        if (index >= 0) orders.splice(index, 1)[0]?.act()
      }
      await open()
      const goesOn = point.number === 0 || (await turn(point))
      await open()
      return goesOn
    },
    open,
    stall: () => {
      if (state === 'open') state = 'stalled'
    },
    resume: () => {
      if (state !== 'stalled') return
      state = 'open'
      for (const go of waiting.splice(0)) go()
    },
    kill: () => {
      state = 'dead'
      for (const end of endings.splice(0)) end()
    },
    onDeath: (act) => {
      if (state === 'dead') act()
      else endings.push(act)
    },
  }
}
