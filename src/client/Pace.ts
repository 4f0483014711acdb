/** Where a simulator says how fast its time runs: simulated seconds per real second. */
const header = 'simulador-velocidad'
/** No simulator runs faster. */
const fastest = 3_600

/** How much faster than real time the client waits by itself. */
export class Pace {
  #scale: number
  readonly #isFixed: boolean

  /** @param scale null: what a simulator says in its answers, and 1 of a service, which says nothing */
  constructor(scale: number | null) {
    this.#scale = scale ?? 1
    this.#isFixed = scale !== null
  }

  /** How long a wait of so many milliseconds is. */
  scaled(ms: number): number {
    return ms / this.#scale
  }

  /** Notes what an answer says of the time there. */
  hear(headers: { readonly get: (name: string) => string | null }): void {
    const speed = Number(headers.get(header) ?? '1')
    if (!this.#isFixed && Number.isFinite(speed)) this.#scale = Math.min(Math.max(speed, 1), fastest)
  }
}
