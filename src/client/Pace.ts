/** The header in which a simulator sends its speed: simulated seconds per real second. */
const header = 'simulador-velocidad'
/** The maximum speed of a simulator. */
const fastest = 3_600

/** The factor by which the client shortens its own waits. */
export class Pace {
  #scale: number
  readonly #isFixed: boolean

  /**
   * @param scale a fixed factor; null follows the simulator's answers, and is 1 for the service, whose answers have no
   * speed
   */
  constructor(scale: number | null) {
    this.#scale = scale ?? 1
    this.#isFixed = scale !== null
  }

  /** The real duration of a wait, in milliseconds. */
  scaled(ms: number): number {
    return ms / this.#scale
  }

  /** Reads the speed from an answer's headers. */
  hear(headers: { readonly get: (name: string) => string | null }): void {
    const speed = Number(headers.get(header) ?? '1')
    if (!this.#isFixed && Number.isFinite(speed)) this.#scale = Math.min(Math.max(speed, 1), fastest)
  }
}
