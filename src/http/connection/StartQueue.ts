import { Context, Deferred, Duration, Effect } from 'effect'
import { startQueue as limits, longestWait } from '#domain/Limits.ts'
import { reject } from '#wire/Rejection.ts'
import { FairQueue, type Place } from './FairQueue.ts'

/** How long a request may wait in the queue before it is refused. */
export const LongestWait = Context.Reference<Duration.Duration>('cotejo/http/connection/LongestWait', {
  defaultValue: () => longestWait,
})

export const tooLate = reject('demasiada_espera', { retryAfterSeconds: limits.retryAfterSeconds })

/** Connections that this process accepted. */
let accepted = 0

/** Counts a connection that was accepted. More are likely to wait: a round of the event loop accepts one. */
export const noteAccepted = (): void => {
  accepted += 1
}

export interface Waiting {
  readonly cost: number
  /** Milliseconds of `performance.now`. */
  readonly since: number
  /** Memory that its body may take. */
  readonly bytes: number
  /** Whose bytes these are: a key's; or those of an address and of all requests without a known key. */
  readonly holders: ReadonlyArray<string>
  /** False if it is refused. */
  readonly starts: Deferred.Deferred<boolean>
  hasStarted: boolean
}

/** All requests without a known key. No key has an empty digest. */
const unauthenticated = ''

const isUnauthenticated = ({ holders }: Waiting): boolean => holders.includes(unauthenticated)

/**
 * Requests in progress, by cost, and those that wait to start, in a fair queue. A request starts once its party and the
 * replica have room for its cost. Requests that cost nothing need no room.
 *
 * A few requests start in each round of the event loop, so that whatever else is ready in a round, for example a new
 * connection, never waits for more than these. With fewer, fewer requests share a round trip to the storage. With more, a
 * client that asks for little waits longer behind one that floods. While connections come, most rounds start no request: a
 * round accepts one connection, and hundreds that come at once would wait for as many rounds with work. Connections that
 * wait to be accepted cannot be refused, and their time is not counted.
 *
 * Requests without a known key wait in a queue of their own, and have one turn after each partner's turn: a client with
 * thousands of addresses is not thousands of parties.
 */
export class StartQueue {
  private readonly partners = new FairQueue<Waiting>(limits.waiting, (item) => this.refuse(item))
  private readonly unauthenticated = new FairQueue<Waiting>(limits.waiting, (item) => this.refuse(item))
  /** Turns of partners since the last turn of a request without a known key. */
  private turnsOfPartners = 0
  private readonly bytesOf = new Map<string, number>()
  private readonly costOf = new Map<string, number>()
  private cost = 0
  /** The next request waits for room in the replica. No other request takes that room. */
  private isRoomKept = false
  private isScheduled = false
  private looking: NodeJS.Timeout | null = null
  private acceptedBefore = accepted
  private roundsLeftOut = 0
  private readonly longestMillis: number

  constructor(longest: Duration.Duration) {
    this.longestMillis = Duration.toMillis(longest)
  }

  /**
   * Returns null if the party has its share of places, or its bodies have their share of memory.
   *
   * @param since when the request began to wait
   * @param bytes memory that its body may take
   */
  join(party: string, cost: number, since: number, bytes = 0): Place<Waiting> | null {
    const holders = [[party, limits.bytesPerKey]] as const
    return this.noted(this.partners, bytes, holders, (queue, item) => queue.join(party, { ...item, cost, since }))
  }

  /** The same for a request without a known key, which costs nothing. */
  joinUnauthenticated(address: string, since: number, bytes = 0): Place<Waiting> | null {
    const holders = [
      [unauthenticated, limits.bytesPerKey],
      [address, limits.bytesPerAddress],
    ] as const
    return this.noted(this.unauthenticated, bytes, holders, (queue, item) =>
      queue.join(address, { ...item, cost: 0, since }, limits.waitingPerAddress),
    )
  }

  /** The same for a request that started before. It comes first in its party. */
  rejoin(party: string, cost: number, since: number): Place<Waiting> | null {
    return this.noted(this.partners, 0, [], (queue, item) => queue.joinFirst(party, { ...item, cost, since }))
  }

  private noted(
    queue: FairQueue<Waiting>,
    bytes: number,
    holders: ReadonlyArray<readonly [holder: string, most: number]>,
    joining: (queue: FairQueue<Waiting>, item: Omit<Waiting, 'cost' | 'since'>) => Place<Waiting> | null,
  ): Place<Waiting> | null {
    if (holders.some(([holder, most]) => (this.bytesOf.get(holder) ?? 0) + bytes > most)) return null
    const names = holders.map(([holder]) => holder)
    const place = joining(queue, { bytes, holders: names, starts: Deferred.makeUnsafe(), hasStarted: false })
    if (place === null) return null
    const { item, line } = place
    // Read again: another request may have given up its place for this one.
    this.hold(item, bytes)
    this.isRoomKept ||= this.isWithinShare(line.party, item.cost) && !this.hasRoom(item.cost)
    this.schedule()
    return place
  }

  tryStart(party: string, cost: number): boolean {
    const isNext = this.partners.size === 0 || (!this.partners.hasParty(party) && !this.isRoomKept)
    if (!isNext || !this.isWithinShare(party, cost) || !this.hasRoom(cost)) return false
    this.occupy(party, cost)
    return true
  }

  /** Gives up a place, or the room of a request that has just started. */
  leave(place: Place<Waiting>): void {
    const { item, line } = place
    if (item.hasStarted) this.occupy(line.party, -item.cost)
    else if (place.isWaiting) {
      this.hold(item, -item.bytes)
      if (isUnauthenticated(item)) this.unauthenticated.leave(place)
      else this.partners.leave(place)
    }
    this.schedule()
  }

  end(party: string, cost: number): void {
    this.occupy(party, -cost)
    this.schedule()
  }

  private occupy(party: string, cost: number): void {
    if (cost === 0) return
    this.cost += cost
    const own = (this.costOf.get(party) ?? 0) + cost
    if (own > 0) this.costOf.set(party, own)
    else this.costOf.delete(party)
  }

  private isWithinShare(party: string, cost: number): boolean {
    if (cost === 0) return true
    const own = this.costOf.get(party) ?? 0
    // A request that costs more than a share runs only while its party has no other.
    return own === 0 || own + cost <= limits.perKey
  }

  private hasRoom(cost: number): boolean {
    return cost === 0 || this.cost === 0 || this.cost + cost <= limits.perReplica
  }

  private hold({ holders }: Waiting, bytes: number): void {
    if (bytes === 0) return
    for (const holder of holders) {
      const held = (this.bytesOf.get(holder) ?? 0) + bytes
      if (held > 0) this.bytesOf.set(holder, held)
      else this.bytesOf.delete(holder)
    }
  }

  private refuse(item: Waiting): void {
    this.hold(item, -item.bytes)
    Deferred.doneUnsafe(item.starts, Effect.succeed(false))
  }

  private get isEmpty(): boolean {
    return this.partners.size === 0 && this.unauthenticated.size === 0
  }

  private schedule(): void {
    if (this.isScheduled || this.isEmpty) return
    this.isScheduled = true
    setImmediate(this.serve)
  }

  private readonly serve = () => {
    this.isScheduled = false
    const isAccepting = accepted !== this.acceptedBefore
    this.acceptedBefore = accepted
    if (isAccepting && this.roundsLeftOut < limits.roundsLeftOut) {
      this.roundsLeftOut += 1
      return this.schedule()
    }
    this.roundsLeftOut = 0
    const now = performance.now()
    this.refuseOldest(now)
    if (this.startSome(now)) return this.schedule()
    // The others wait for room, but not for longer than they may.
    if (!this.isEmpty) this.looking ??= setTimeout(this.look, limits.lateEveryMillis)
  }

  private readonly look = () => {
    this.looking = null
    this.schedule()
  }

  /** Refuses some that have waited too long. With many parties, their turn may come much later. */
  private refuseOldest(now: number): void {
    for (let late = 0; late < limits.lateAtOnce; late++) {
      const [partner, other] = [this.partners.oldest, this.unauthenticated.oldest]
      const isOtherFirst = partner === null || (other !== null && other.item.since < partner.item.since)
      const place = isOtherFirst ? other : partner
      if (place === null || !this.isLate(place.item, now)) return
      const queue = isOtherFirst ? this.unauthenticated : this.partners
      queue.leave(place)
      this.refuse(place.item)
    }
  }

  /** Starts a few requests, and refuses some that have waited too long. True if the next one may start too. */
  private startSome(now: number): boolean {
    for (let late = 0, started = 0; late < limits.lateAtOnce && started < limits.startedAtOnce; ) {
      const place = this.next(now)
      if (place === null) return false
      const { item, line } = place
      if (this.isLate(item, now)) {
        late += 1
        this.refuse(item)
      } else {
        started += 1
        this.occupy(line.party, item.cost)
        this.hold(item, -item.bytes)
        item.hasStarted = true
        Deferred.doneUnsafe(item.starts, Effect.succeed(true))
      }
    }
    return true
  }

  private isLate({ since }: Waiting, now: number): boolean {
    return now - since > this.longestMillis
  }

  private next(now: number): Place<Waiting> | null {
    const isTurnOfUnauthenticated = this.turnsOfPartners >= this.partners.parties
    const place =
      (isTurnOfUnauthenticated ? this.unauthenticated.take() : null) ??
      this.nextPartner(now) ??
      this.unauthenticated.take()
    this.turnsOfPartners = place !== null && isUnauthenticated(place.item) ? 0 : this.turnsOfPartners + 1
    return place
  }

  private nextPartner(now: number): Place<Waiting> | null {
    this.isRoomKept = this.cost >= limits.perReplica && this.partners.size > 0
    return this.partners.take((party, item) => {
      if (this.isLate(item, now) || item.cost === 0) return true
      if (this.isRoomKept || !this.isWithinShare(party, item.cost)) return false
      this.isRoomKept = !this.hasRoom(item.cost)
      return !this.isRoomKept
    })
  }
}
