/** The client's clock. Tests pass their own. */
export interface Clock {
  /** Milliseconds since an arbitrary instant; it never decreases. */
  readonly now: () => number
  /** Waits `ms` milliseconds. Rejects with the signal's reason when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const abort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    }),
}
