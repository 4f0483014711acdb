declare global {
  /** Asked by the programs at every place of a fault. */
  var faultAt: (number: number) => boolean
  var awake: Awake
}

/** Which fault is awake, and which places of faults were passed, how often. */
export class Awake {
  readonly passed: Uint32Array
  #number = 0
  #all = 0
  #limit = Number.POSITIVE_INFINITY

  constructor(faults: number) {
    this.passed = new Uint32Array(faults + 1)
  }

  readonly faultAt = (number: number): boolean => {
    this.passed[number] = (this.passed[number] ?? 0) + 1
    this.#all += 1
    if (this.#all > this.#limit) throw new Error('a loop without an end')
    return number === this.#number
  }

  /** How many places were passed since one was awake last. */
  get all(): number {
    return this.#all
  }

  /**
   * @param number 0 for none
   * @param limit so many places may be passed; more are a loop without an end
   */
  wake(number: number, limit = Number.POSITIVE_INFINITY): void {
    this.passed.fill(0)
    this.#number = number
    this.#all = 0
    this.#limit = limit
  }

  /** The faults whose places were passed. */
  reached(): Array<number> {
    const found: Array<number> = []
    for (const [number, times] of this.passed.entries()) if (times > 0) found.push(number)
    return found
  }
}
