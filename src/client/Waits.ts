import type { Clock } from './Clock.ts'
import { CotejoError } from './CotejoError.ts'
import type { Pace } from './Pace.ts'
import type { Verificacion } from './Verification.ts'

/** How often a verification is asked about, and for how long. */
export interface Polling {
  readonly firstWaitMs: number
  /** What each wait is multiplied with for the next. */
  readonly factor: number
  readonly longestWaitMs: number
  readonly giveUpAfterMs: number
}

type Retrieve = (signal: AbortSignal) => Promise<Verificacion>

/** A verification that is waited for: one loop asks, however many wait. */
interface Wait {
  readonly end: Promise<Verificacion>
  readonly settle: (document: Verificacion) => void
  readonly stop: AbortController
  callers: number
}

/** The promise, or the signal's reason if that is aborted first. */
const unlessAborted = <A>(promise: Promise<A>, signal: AbortSignal | undefined): Promise<A> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort))
  })

/** The verifications that are waited for. */
export class Waits {
  readonly #underWay = new Map<string, Wait>()
  readonly #polling: Polling
  readonly #clock: Clock
  readonly #pace: Pace

  constructor(polling: Polling, clock: Clock, pace: Pace) {
    this.#polling = polling
    this.#pace = pace
    this.#clock = clock
  }

  /** The document of a verification at its end, or what was last seen of it when it is time to give up. */
  async untilEnd(id: string, retrieve: Retrieve, signal: AbortSignal | undefined): Promise<Verificacion> {
    signal?.throwIfAborted()
    const wait = this.#underWay.get(id) ?? this.#begin(id, retrieve)
    wait.callers += 1
    try {
      return await unlessAborted(wait.end, signal)
    } finally {
      wait.callers -= 1
      if (wait.callers === 0) this.#leave(id, wait)
    }
  }

  /** Ends the waits for a verification with the document that its webhook brought. */
  end(document: Verificacion): boolean {
    const wait = this.#underWay.get(document.verificacion_id)
    if (wait === undefined) return false
    wait.settle(document)
    this.#leave(document.verificacion_id, wait)
    return true
  }

  #begin(id: string, retrieve: Retrieve): Wait {
    const stop = new AbortController()
    let settle: Wait['settle'] = () => {}
    const end = new Promise<Verificacion>((resolve, reject) => {
      settle = resolve
      this.#poll(retrieve, stop.signal).then(resolve, reject)
    })
    const wait = { end, settle, stop, callers: 0 }
    this.#underWay.set(id, wait)
    return wait
  }

  #leave(id: string, wait: Wait): void {
    wait.stop.abort()
    if (this.#underWay.get(id) === wait) this.#underWay.delete(id)
  }

  /** As contract 3.10 advises. A failure that may pass is an answer of no use: the next wait follows. */
  async #poll(retrieve: Retrieve, signal: AbortSignal): Promise<Verificacion> {
    const { firstWaitMs, factor, longestWaitMs, giveUpAfterMs } = this.#polling
    const start = this.#clock.now()
    let asked = 0
    for (let wait = firstWaitMs; ; ) {
      await this.#clock.sleep(Math.max(asked, this.#pace.scaled(wait)), signal)
      wait = Math.min(Math.max(wait, asked) * factor, longestWaitMs)
      asked = 0
      const over = this.#clock.now() - start >= this.#pace.scaled(giveUpAfterMs)
      try {
        const document = await retrieve(signal)
        if (document.estado !== 'en_proceso' || over) return document
      } catch (failure) {
        if (over || !(failure instanceof CotejoError && failure.retryable)) throw failure
        asked = Math.min((failure.retryAfterSeconds ?? 0) * 1_000, giveUpAfterMs)
      }
    }
  }
}
