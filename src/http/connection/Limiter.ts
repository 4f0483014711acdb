import { Deferred, Effect } from 'effect'
import { turns as limits } from '#domain/Limits.ts'

interface Settings {
  /** How long a request may wait. */
  readonly longestMillis: number
  /** In this time, `freeAtOnce` requests without work start. */
  readonly freeMillis: number
  /** How many connections were accepted so far. */
  readonly accepted: () => number
}

/** A request that asks for its turn. */
interface Request {
  readonly party: string
  /** What it takes of the room of its party and of the replica. Answers without work cost 0. */
  readonly cost: number
  /** Memory that its body takes while it waits. */
  readonly bytes: number
}

interface Waiting extends Request {
  /** Milliseconds of `performance.now`. */
  readonly since: number
  /** False if it is refused. */
  readonly starts: Deferred.Deferred<boolean>
  hasStarted: boolean
}

const sumOf = (sums: Map<string, number>, party: string): number => sums.get(party) ?? 0

const add = (sums: Map<string, number>, party: string, amount: number): void => {
  const sum = sumOf(sums, party) + amount
  if (sum > 0) sums.set(party, sum)
  else sums.delete(party)
}

/**
 * Parties take turns: the next turn belongs to the party whose last turn is the longest ago, as soon as its own share
 * and the replica have room for the cost of its request.
 *
 * A few requests start in each round of the event loop, so that what is ready in a round never waits for much. While
 * connections arrive, nothing starts for a few milliseconds: a round accepts only one connection, and those that wait to
 * be accepted can be neither answered nor refused. Requests without work, such as refusals, start a few at a time.
 */
export class Limiter {
  /** The waiting requests of each party. The party whose turn is the longest ago comes first. */
  private readonly lines = new Map<string, Set<Waiting>>()
  /** The oldest first. */
  private readonly waiting = new Set<Waiting>()
  private readonly costs = new Map<string, number>()
  private readonly bytes = new Map<string, number>()
  private cost = 0
  /** Requests that started in this round. */
  private started = 0
  /** Requests without work that started since then. */
  private startedFree = 0
  private freeSince = 0
  private isScheduled = false
  private looking: NodeJS.Timeout | null = null
  private acceptedBefore = 0
  /** Since when nothing starts while connections arrive. */
  private heldSince: number | null = null
  private readonly settings: Settings

  constructor(settings: Settings) {
    this.settings = settings
  }

  /**
   * Waits for a turn.
   *
   * @param next runs uninterruptibly. It receives how to end the turn; null if the request is refused.
   */
  turn<A, E>(request: Request, next: (ending: Effect.Effect<void> | null) => Effect.Effect<A, E>): Effect.Effect<A, E> {
    // No interruption comes between joining and waiting, or between the turn and the record of its end.
    return Effect.uninterruptibleMask((restore) => {
      const waiting = this.join(request)
      if (waiting === null) return next(null)
      const leaving = Effect.sync(() => this.leave(waiting))
      const told = Effect.onInterrupt(restore(Deferred.await(waiting.starts)), () => leaving)
      return Effect.flatMap(told, (starts) => next(starts ? leaving : null))
    })
  }

  private join(request: Request): Waiting | null {
    if (!this.hasPlace(request)) return null
    const starts = Deferred.makeUnsafe<boolean>()
    const waiting: Waiting = { ...request, since: performance.now(), starts, hasStarted: false }
    if (this.waiting.size === 0 && this.isWithinShare(waiting) && this.hasRoom(waiting)) {
      this.start(waiting)
      return waiting
    }
    const { party, bytes } = request
    const line = this.lines.get(party)
    if (line === undefined) this.lines.set(party, new Set([waiting]))
    else line.add(waiting)
    this.waiting.add(waiting)
    add(this.bytes, party, bytes)
    this.schedule()
    return waiting
  }

  /** When all places are taken, a party with less than its share of them still gets one. */
  private hasPlace({ party, bytes }: Request): boolean {
    if (sumOf(this.bytes, party) + bytes > limits.bytesPerParty) return false
    const share = limits.waiting / Math.max(1, this.lines.size)
    return this.waiting.size < limits.waiting || (this.lines.get(party)?.size ?? 0) < share
  }

  private isWithinShare({ party, cost }: Waiting): boolean {
    if (cost === 0) return this.isFreeDue()
    const own = sumOf(this.costs, party)
    // A request that costs more than a share runs only while its party has no other.
    return own === 0 || own + cost <= limits.perParty
  }

  private isFreeDue(): boolean {
    const now = performance.now()
    if (now - this.freeSince >= this.settings.freeMillis) {
      this.freeSince = now
      this.startedFree = 0
    }
    return this.startedFree < limits.freeAtOnce
  }

  private hasRoom({ cost }: Waiting): boolean {
    if (this.isAccepting || this.started >= limits.startedAtOnce) return false
    return cost === 0 || this.cost === 0 || this.cost + cost <= limits.perReplica
  }

  private get isAccepting(): boolean {
    return this.settings.accepted() !== this.acceptedBefore
  }

  private start(waiting: Waiting): void {
    const { party, cost, starts } = waiting
    this.started += 1
    if (cost === 0) this.startedFree += 1
    this.occupy(party, cost)
    waiting.hasStarted = true
    Deferred.doneUnsafe(starts, Effect.succeed(true))
    this.schedule()
  }

  private occupy(party: string, cost: number): void {
    this.cost += cost
    add(this.costs, party, cost)
  }

  /** Ends a turn, or gives up the place of a request that waits. */
  private leave(waiting: Waiting): void {
    if (waiting.hasStarted) this.occupy(waiting.party, -waiting.cost)
    else this.remove(waiting)
    if (this.waiting.size > 0) this.schedule()
  }

  private remove(waiting: Waiting): void {
    if (!this.waiting.delete(waiting)) return
    const { party, bytes } = waiting
    add(this.bytes, party, -bytes)
    const line = this.lines.get(party)
    line?.delete(waiting)
    if (line?.size === 0) this.lines.delete(party)
  }

  private schedule(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    setImmediate(this.serve)
  }

  private readonly serve = () => {
    this.isScheduled = false
    const now = performance.now()
    this.heldSince = this.isAccepting ? (this.heldSince ?? now) : null
    this.acceptedBefore = this.settings.accepted()
    if (this.heldSince !== null && now - this.heldSince < limits.heldMillis) return this.schedule()
    this.heldSince = null
    this.refuseLate()
    this.started = 0
    for (let next = this.next(); next !== null; next = this.next()) this.start(next)
    // Others wait for room or for their time, but not for longer than they may.
    if (this.waiting.size === 0) return
    this.looking ??= setTimeout(() => {
      this.looking = null
      this.schedule()
    }, limits.lookEveryMillis)
  }

  /** Refuses some that have waited too long. */
  private refuseLate(): void {
    const latest = performance.now() - this.settings.longestMillis
    let refused = 0
    for (const waiting of this.waiting) {
      if (waiting.since >= latest || refused === limits.lateAtOnce) return
      refused += 1
      this.remove(waiting)
      Deferred.doneUnsafe(waiting.starts, Effect.succeed(false))
    }
  }

  /** Takes the next request out of its line. Its party then comes last. */
  private next(): Waiting | null {
    for (const [party, line] of this.lines) {
      const [first] = line
      if (first === undefined || !this.isWithinShare(first)) continue
      // The room is kept for it.
      if (!this.hasRoom(first)) return null
      this.remove(first)
      if (line.size > 0) {
        this.lines.delete(party)
        this.lines.set(party, line)
      }
      return first
    }
    return null
  }
}
