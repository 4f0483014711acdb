/** A place in the queue. */
export interface Place<A> {
  readonly item: A
  readonly line: Line<A>
  isWaiting: boolean
  /** Who of the same party came before and after. */
  before: Place<A> | null
  after: Place<A> | null
}

/** Those of one party, in the order in which they came. */
interface Line<A> {
  readonly party: string
  length: number
  first: Place<A> | null
  last: Place<A> | null
}

/**
 * A queue in which parties take turns: the next is the first of the party whose last turn is longest ago. When it is
 * full, the party with the most places gives up its last one, so that one party never keeps out another. To join, to
 * leave and to give up a place take the same time, however many wait.
 */
export class FairQueue<A> {
  private readonly lines = new Map<string, Line<A>>()
  private readonly byLength = new Map<number, Set<Line<A>>>()
  private longest = 0
  private count = 0
  private readonly most: number
  private readonly givesUp: (item: A) => void

  /**
   * @param most how many may wait
   * @param givesUp is told who gave up a place for another party
   */
  constructor(most: number, givesUp: (item: A) => void) {
    this.most = most
    this.givesUp = givesUp
  }

  get size(): number {
    return this.count
  }

  /** How many parties wait. */
  get parties(): number {
    return this.lines.size
  }

  hasParty(party: string): boolean {
    return this.lines.has(party)
  }

  /**
   * Null when the party has its share already.
   *
   * @param mostOfParty how many of this party may wait
   */
  join(party: string, item: A, mostOfParty = this.most): Place<A> | null {
    const line = this.lines.get(party) ?? { party, length: 0, first: null, last: null }
    const isFull = this.count >= this.most
    if (line.length >= mostOfParty || (isFull && line.length >= this.longest)) return null
    if (isFull) this.makeRoom()
    const place: Place<A> = { item, line, isWaiting: true, before: line.last, after: null }
    if (line.last === null) line.first = place
    else line.last.after = place
    line.last = place
    if (line.length === 0) this.lines.set(party, line)
    this.resize(line, 1)
    return place
  }

  /** Gives up a place, if it is still one. */
  leave(place: Place<A>): void {
    const { line, before, after } = place
    if (!place.isWaiting) return
    place.isWaiting = false
    if (before === null) line.first = after
    else before.after = after
    if (after === null) line.last = before
    else after.before = before
    // What lasts for hours keeps none of those that came after it.
    place.before = null
    place.after = null
    this.resize(line, -1)
    if (line.length === 0) this.lines.delete(line.party)
  }

  /** Takes the next one that fits out of the queue. Its party comes last from then on. */
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
    this.count += by
    if (line.length > 0) {
      const now = this.byLength.get(line.length)
      if (now === undefined) this.byLength.set(line.length, new Set([line]))
      else now.add(line)
    }
    this.longest = Math.max(this.longest, line.length)
    while (this.longest > 0 && !this.byLength.has(this.longest)) this.longest -= 1
  }
}
