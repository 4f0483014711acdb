import type { Clock } from './Clock.ts'
import { CotejoError } from './CotejoError.ts'
import type { Pace } from './Pace.ts'
import type { Verificacion } from './Verification.ts'

/** The polling of a verification; durations in milliseconds. */
export interface Polling {
  readonly firstWaitMs: number
  /** Each wait is the previous one multiplied by this. */
  readonly factor: number
  readonly longestWaitMs: number
  readonly giveUpAfterMs: number
}

type Retrieve = (signal: AbortSignal) => Promise<Verificacion>

/** A wait for one verification: one polling loop for all its callers. */
interface Wait {
  readonly end: Promise<Verificacion>
  readonly settle: (document: Verificacion) => void
  readonly stop: AbortController
  callers: number
}

/** The promise, or the signal's reason if the signal is aborted first. */
const unlessAborted = <A>(promise: Promise<A>, signal: AbortSignal | undefined): Promise<A> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort))
  })

/** The waits in progress. */
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

  /** Resolves to the verification at its end, or to its last state when it is time to give up. */
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

  /** Ends the wait for a verification with the document of its webhook. */
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

  /** Polls as contract 3.10 recommends. After a retryable failure it waits for the next poll. */
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
