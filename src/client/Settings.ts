import { isLoopback } from '#domain/network/Loopback.ts'
import { Pace } from './Pace.ts'
import { isPrivateHost } from './PrivateHost.ts'
import type { Fetch, Service } from './Transport.ts'
import type { Polling } from './Waits.ts'

/** Options of the client. */
export interface CotejoOptions {
  /** The base URL that you received with the key. It must be https; http is allowed on this machine only. */
  readonly baseUrl: string
  /** The partner's API key. It is sent only to `baseUrl`. */
  readonly apiKey: string
  /** Timeout of one attempt in milliseconds, reading the answer included. The default is 30,000. */
  readonly timeoutMs?: number
  /**
   * Maximum number of retries of a call that may succeed later (contract 7.3). The default is 4. The waits double from
   * 1 s. After a 503 without `Retry-After` (no database), they are 1 minute and then 2 minutes, plus up to half of
   * that. If you cannot wait that long, pass a `signal`, or 0 here.
   */
  readonly maxRetries?: number
  /** Replaces the runtime's `fetch`. */
  readonly fetch?: Fetch
  /** Changes the polling of `waitFor`. The service asks you to keep the default. */
  readonly polling?: Partial<Polling>
  /**
   * Divides the client's own waits, between retries and in `waitFor`: with 60, a minute takes a second. By default the
   * client uses the speed that a simulator reports; the service reports none, so its waits are not shortened.
   * `Retry-After` is never shortened.
   */
  readonly timeScale?: number
  /**
   * Allows http to private addresses, `*.local`, `*.internal` and names of one label, such as containers. Use it for a
   * simulator in your own network: the key is sent unencrypted.
   */
  readonly allowPrivateHttp?: boolean
}

/** The validated options with their defaults. */
interface Settings {
  readonly service: Service
  readonly authorized: Record<string, string>
  readonly maxRetries: number
  readonly polling: Polling
  readonly pace: Pace
}

/** The base URL without a trailing slash. Refuses a URL that would send the key unencrypted. */
const baseOf = (baseUrl: string, allowPrivateHttp: boolean): string => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  const isNear = (host: string) => isLoopback(host) || (allowPrivateHttp && isPrivateHost(host))
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isNear(url.hostname))
  // An empty query or fragment appears only in the text, and a path appended after it would not be a path.
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

/** The longest delay of a timer, almost 25 days. With a longer one it fires at once. */
const longestTimerMs = 2 ** 31 - 1

const checked = (name: string, value: number): number => {
  if (!Number.isFinite(value) || value < 0) throw new TypeError(`Cotejo: ${name} is not a finite number from 0`)
  return Math.min(value, longestTimerMs)
}

/** The defaults of contract 3.10: 5 s × 1.5 up to 30 s, for 11 minutes. */
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
 * Validates the options, because JavaScript callers have no compiler to do it.
 *
 * @throws TypeError if an option is invalid; its message does not contain the key
 */
export const settingsOf = (options: CotejoOptions): Settings => {
  const { baseUrl, apiKey, timeoutMs = 30_000, maxRetries = 4, polling = {}, timeScale = null } = options
  // Looked up at each call, because a tool may have replaced it.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  if (!Number.isInteger(maxRetries)) throw new TypeError('Cotejo: maxRetries is not an integer')
  // Waits are divided by it.
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
