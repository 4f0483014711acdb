import { isLoopback } from '#domain/network/Loopback.ts'
import { Pace } from './Pace.ts'
import { isPrivateHost } from './PrivateHost.ts'
import type { Fetch, Service } from './Transport.ts'
import type { Polling } from './Waits.ts'

/** Where the service is, who asks, and how patiently. */
export interface CotejoOptions {
  /** Where the interface begins, as `https://…` was given out with the key; http on this machine only. */
  readonly baseUrl: string
  /** The partner's key; it is sent nowhere else. */
  readonly apiKey: string
  /** How long one attempt may take, its answer read; 30,000 when absent. */
  readonly timeoutMs?: number
  /**
   * How often a call is repeated that may succeed later (contract 7.3); 4 when absent. The waits double from 1 s. While
   * the service cannot reach its database (503) they double from 1 minute to 2, and are up to half as long again: a
   * caller who cannot wait that long gives a `signal`, or 0 here.
   */
  readonly maxRetries?: number
  /** In place of the runtime's own. */
  readonly fetch?: Fetch
  /** Another rhythm of `waitFor`. The service asks for the recommended one. */
  readonly polling?: Partial<Polling>
  /**
   * By how much the client's own waits, between retries and in `waitFor`, are shortened: 60 makes a second of a minute.
   * When absent, by as much as a simulator says that its time runs faster; a service says nothing, and is waited for in
   * full. What `Retry-After` asks for is always waited in full.
   */
  readonly timeScale?: number
  /**
   * Accepts http to a private address, `*.local`, `*.internal` and names of one label, as containers have them: for a
   * simulator on the own network. The key is sent in the clear.
   */
  readonly allowPrivateHttp?: boolean
}

/** What the client goes by: the options, checked and complete. */
interface Settings {
  readonly service: Service
  readonly authorized: Record<string, string>
  readonly maxRetries: number
  readonly polling: Polling
  readonly pace: Pace
}

/** The base without a slash at its end; refuses one that would send the key in the clear. */
const baseOf = (baseUrl: string, allowPrivateHttp: boolean): string => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  const isNear = (host: string) => isLoopback(host) || (allowPrivateHttp && isPrivateHost(host))
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isNear(url.hostname))
  // An empty query or fragment is in the text alone: what is appended to it would be no path.
  if (url === null || !isSafe || url.username !== '' || url.password !== '' || /[?#]/.test(url.href)) {
    throw new TypeError('Cotejo: baseUrl is not an https URL without user, query and fragment')
  }
  return url.href.replace(/\/+$/, '')
}

const authorizationOf = (apiKey: string): string => {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('Cotejo: apiKey is missing or not a key')
  }
  return `Bearer ${apiKey}`
}

/** The longest wait of a timer, almost 25 days: given a longer one, it ends at once. */
const longestTimerMs = 2 ** 31 - 1

const checked = (name: string, value: number): number => {
  if (!Number.isFinite(value) || value < 0) throw new TypeError(`Cotejo: ${name} is not a finite number from 0`)
  return Math.min(value, longestTimerMs)
}

/** As contract 3.10 advises: 5 s × 1.5 up to 30 s, for 11 minutes. */
const pollingOf = (polling: Partial<Polling>): Polling => {
  const { firstWaitMs = 5_000, factor = 1.5, longestWaitMs = 30_000, giveUpAfterMs = 11 * 60_000 } = polling
  return {
    firstWaitMs: checked('firstWaitMs', firstWaitMs),
    factor: checked('factor', factor),
    longestWaitMs: checked('longestWaitMs', longestWaitMs),
    giveUpAfterMs: checked('giveUpAfterMs', giveUpAfterMs),
  }
}

/**
 * Callers in JavaScript have no compiler that tells them of a setting that is absent or of another kind.
 *
 * @throws TypeError when one is not fit; it does not repeat the key
 */
export const settingsOf = (options: CotejoOptions): Settings => {
  const { baseUrl, apiKey, timeoutMs = 30_000, maxRetries = 4, polling = {}, timeScale = null } = options
  // Looked up at each call, where a tool may have put another in its place.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  if (!Number.isInteger(maxRetries)) throw new TypeError('Cotejo: maxRetries is not an integer')
  // Division by it is what it is for.
  if (timeScale !== null && checked('timeScale', timeScale) === 0)
    throw new TypeError('Cotejo: timeScale is not above 0')
  const pace = new Pace(timeScale)
  const base = baseOf(baseUrl, options.allowPrivateHttp === true)
  return {
    authorized: { authorization: authorizationOf(apiKey) },
    service: { base, fetch, pace, timeoutMs: checked('timeoutMs', timeoutMs) },
    pace,
    maxRetries: checked('maxRetries', maxRetries),
    polling: pollingOf(polling),
  }
}
