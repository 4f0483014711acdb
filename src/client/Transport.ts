import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { CotejoAnswerError, CotejoConnectionError, CotejoError } from './CotejoError.ts'
import type { Pace } from './Pace.ts'
import { isError } from './Shapes.ts'

/** The part of `fetch` that the client uses. The runtime's `fetch` and common libraries satisfy it. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body: string | null
    readonly redirect: 'manual'
    readonly signal: AbortSignal
  },
) => Promise<{
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly text: () => Promise<string>
}>

/** The service and the way to call it. */
export interface Service {
  readonly base: string
  readonly fetch: Fetch
  /** Timeout of one attempt in milliseconds, reading the answer included. */
  readonly timeoutMs: number
  /** Learns the simulator's speed from the answers. */
  readonly pace: Pace
}

/** A request that can be sent several times. */
export interface Call<A> {
  readonly method: 'GET' | 'POST'
  /** The path after the base URL, with its query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | null
  /** Whether a body is the expected document. */
  readonly isExpected: (body: unknown) => body is A
}

/** Only the code of a failure, such as `ECONNREFUSED`, is reported: other text might repeat the request. */
const codeOf = (failure: unknown): string => {
  const code = failure instanceof Error ? errorCodeOf(failure.cause) : null
  return code !== null && /^[A-Z\d_]+$/.test(code) ? ` (${code})` : ''
}

/** Runs a request with its timeout and the caller's signal. */
const inTime = async <A>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<A>,
): Promise<A> => {
  caller?.throwIfAborted()
  const attempt = new AbortController()
  const abort = () => attempt.abort(caller?.reason)
  const expire = () => attempt.abort(new CotejoConnectionError(`the service did not answer within ${timeoutMs} ms`))
  const timer = setTimeout(expire, timeoutMs)
  caller?.addEventListener('abort', abort, { once: true })
  try {
    return await request(attempt.signal)
  } catch (failure) {
    attempt.signal.throwIfAborted()
    throw new CotejoConnectionError(`the service cannot be reached${codeOf(failure)}`)
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', abort)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An HTTP date in milliseconds; NaN if it is malformed. */
const timeOf = (date: string | null): number => (date?.endsWith(' GMT') ? Date.parse(date) : Number.NaN)

/** `Retry-After` in seconds. A date is compared with the answer's own date, so the local clock does not matter. */
const secondsOf = (retryAfter: string | null, date: string | null): number | null => {
  if (/^\d{1,9}$/.test(retryAfter ?? '')) return Number(retryAfter)
  const seconds = (timeOf(retryAfter) - timeOf(date)) / 1_000
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0)
}

/** Checks the form of the ID, because a gateway may send anything. */
const requestIdOf = (text: string | null): string | null => (/^req_\w{1,64}$/.test(text ?? '') ? text : null)

/** The expected document, its text as received, and the headers of the answer. */
interface Answer<A> {
  readonly document: A
  readonly text: string
  readonly headers: { readonly get: (name: string) => string | null }
}

/** Sends a request once and reads the answer. */
export const send = async <A>(service: Service, call: Call<A>, signal: AbortSignal | undefined): Promise<A> =>
  (await sendText(service, call, signal)).document

/** The same, with the text of the answer. */
export const sendText = async <A>(
  service: Service,
  call: Call<A>,
  signal: AbortSignal | undefined,
): Promise<Answer<A>> => {
  const { method, path, headers, body, isExpected } = call
  const answer = await inTime(service.timeoutMs, signal, async (attempt) => {
    // Following a redirect would send the key elsewhere. 'error' does the same, but edge runtimes lack it.
    const init = { method, headers, body, redirect: 'manual', signal: attempt } as const
    const response = await service.fetch(`${service.base}${path}`, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  })
  service.pace.hear(answer.headers)
  const document = parsed(answer.text)
  if (answer.status === 200 && isExpected(document)) return { document, text: answer.text, headers: answer.headers }
  const retryAfterSeconds = secondsOf(answer.headers.get('retry-after'), answer.headers.get('date'))
  const requestId = requestIdOf(answer.headers.get('service-request-id'))
  const answered = { status: answer.status, retryAfterSeconds, requestId }
  throw answer.status !== 200 && isError(document)
    ? new CotejoError(document, answered)
    : new CotejoAnswerError(answered)
}
