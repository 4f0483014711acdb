/** All outward steps of a replica pass the gate: each request on its way out, and its answer on the way back. */

/** `before`: the step has not left the replica. `after`: it was executed, and its answer has not arrived. */
export const sides = ['before', 'after'] as const
type Side = (typeof sides)[number]

export interface Point {
  /** A statement, a call of the processor, a consultation or a delivery. */
  readonly kind: string
  /** How many steps of this kind the replica has begun since counting started, including this one. */
  readonly number: number
  readonly side: Side
}

type State = 'open' | 'stalled' | 'dead'

export interface Gate {
  /** Starts counting. Steps begun earlier have the number 0. */
  readonly count: () => void
  /** Every point reached since then, in order. */
  readonly reached: () => ReadonlyArray<Point>
  /** Calls `act` when the point is reached, before any other step continues. */
  readonly at: (point: Point, act: () => void) => void
  /** Records that a step of this kind begins, and returns its number. */
  readonly begin: (kind: string) => number
  /**
   * Resolves when the step may continue: at its turn, after a stall, or never. Resolves to false if the step's
   * connection is lost instead.
   */
  readonly pass: (point: Point) => Promise<boolean>
  /** Resolves when steps may continue. */
  readonly open: () => Promise<void>
  /** Stops all traffic until `resume`. */
  readonly stall: () => void
  readonly resume: () => void
  /** Stops all traffic for ever: every connection ends now. */
  readonly kill: () => void
  /** Calls `act` when the replica dies. */
  readonly onDeath: (act: () => void) => void
}

const isSame = (one: Point, other: Point) =>
  one.kind === other.kind && one.number === other.number && one.side === other.side

/** Resolves at the step's turn: true if it may continue, false if it is lost. */
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
