export interface Place<A> {
  readonly item: A
  readonly line: Line<A>
  isWaiting: boolean
  /** The neighbours in the line of the same party. */
  before: Place<A> | null
  after: Place<A> | null
}

interface Line<A> {
  readonly party: string
  length: number
  first: Place<A> | null
  last: Place<A> | null
}

/**
 * A queue in which parties take turns: the next place belongs to the party whose last turn is the longest ago. When it
 * is full, the party with the most places gives up its last one, so that one party never keeps out another. Joining,
 * leaving and giving up a place take constant time, however many wait.
 */
export class FairQueue<A> {
  private readonly lines = new Map<string, Line<A>>()
  private readonly byLength = new Map<number, Set<Line<A>>>()
  private readonly places = new Set<Place<A>>()
  private longest = 0
  private readonly most: number
  private readonly givesUp: (item: A) => void

  /**
   * @param most how many may wait
   * @param givesUp called with the item that gave up its place for another party
   */
  constructor(most: number, givesUp: (item: A) => void) {
    this.most = most
    this.givesUp = givesUp
  }

  get size(): number {
    return this.places.size
  }

  get oldest(): Place<A> | null {
    for (const place of this.places) return place
    return null
  }

  /** How many parties wait. */
  get parties(): number {
    return this.lines.size
  }

  hasParty(party: string): boolean {
    return this.lines.has(party)
  }

  /**
   * Returns null if the party already has its share.
   *
   * @param mostOfParty how many of this party may wait
   */
  join(party: string, item: A, mostOfParty = this.most): Place<A> | null {
    const line = this.lineWithRoom(party, mostOfParty)
    return line === null ? null : this.insert({ item, line, isWaiting: true, before: line.last, after: null })
  }

  /** Joins before all others of its party. */
  joinFirst(party: string, item: A): Place<A> | null {
    const line = this.lineWithRoom(party, this.most)
    return line === null ? null : this.insert({ item, line, isWaiting: true, before: null, after: line.first })
  }

  private lineWithRoom(party: string, mostOfParty: number): Line<A> | null {
    const line = this.lines.get(party) ?? { party, length: 0, first: null, last: null }
    const isFull = this.size >= this.most
    if (line.length >= mostOfParty || (isFull && line.length >= this.longest)) return null
    if (isFull) this.makeRoom()
    return line
  }

  private insert(place: Place<A>): Place<A> {
    const { line, before, after } = place
    this.places.add(place)
    if (before === null) line.first = place
    else before.after = place
    if (after === null) line.last = place
    else after.before = place
    if (line.length === 0) this.lines.set(line.party, line)
    this.resize(line, 1)
    return place
  }

  /** Leaves the queue, unless the place has left already. */
  leave(place: Place<A>): void {
    const { line, before, after } = place
    if (!place.isWaiting) return
    place.isWaiting = false
    this.places.delete(place)
    if (before === null) line.first = after
    else before.after = after
    if (after === null) line.last = before
    else after.before = before
    // A long request must not retain those that came after it.
    place.before = null
    place.after = null
    this.resize(line, -1)
    if (line.length === 0) this.lines.delete(line.party)
  }

  /** Takes the next fitting place out of the queue. Its party then comes last. */
  take(fits: (party: string, item: A) => boolean = () => true): Place<A> | null {
    for (const line of this.lines.values()) {
      const { first, party } = line
      if (first === null || !fits(party, first.item)) continue
      this.leave(first)
      this.lines.delete(party)
      if (line.length > 0) this.lines.set(party, line)
      return first
    }
    return null
  }

  private makeRoom(): void {
    const [line] = this.byLength.get(this.longest) ?? []
    const last = line?.last ?? null
    if (last === null) return
    this.leave(last)
    this.givesUp(last.item)
  }

  private resize(line: Line<A>, by: 1 | -1): void {
    const before = this.byLength.get(line.length)
    before?.delete(line)
    if (before?.size === 0) this.byLength.delete(line.length)
    line.length += by
    if (line.length > 0) {
      const now = this.byLength.get(line.length)
      if (now === undefined) this.byLength.set(line.length, new Set([line]))
      else now.add(line)
    }
    this.longest = Math.max(this.longest, line.length)
    while (this.longest > 0 && !this.byLength.has(this.longest)) this.longest -= 1
  }
}
