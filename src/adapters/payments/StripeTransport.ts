import { Option, Predicate } from 'effect'
import type Stripe from 'stripe'
import { type Dispatcher, errors } from 'undici'

/** The size limit of an answer. A full page of transfers has a tenth of it. */
const answerBytes = 1_048_576

/**
 * The headers that the library and this adapter need. Others are dropped: the library would print a `Stripe-Notice`.
 */
const wantedHeaders = ['request-id', 'idempotent-replayed', 'stripe-should-retry']

const readJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A body as text; null if it is too long. */
const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string | null> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > answerBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * The JSON of an answer if it is valid: an object that has an error exactly when the status is an error. The library
 * accepts any JSON of any status as the requested object. A bare `null` or `"text"` makes it throw where no code can
 * catch it, which would end the process.
 */
const documentOf = (status: number, text: string | null): Option.Option<object> =>
  Option.fromNullishOr(text).pipe(
    Option.flatMap(readJson),
    Option.filter(Predicate.isObject),
    Option.filter(({ error }) => (status >= 200 && status < 300 ? error === undefined : Predicate.isObject(error))),
  )

const responseOf = (
  status: number,
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>,
  text: string | null,
): Stripe.HttpClientResponse => {
  const kept = wantedHeaders.flatMap((name) => {
    const value = headers[name]
    return Predicate.isString(value) ? [[name, value]] : []
  })
  return {
    getStatusCode: () => status,
    getHeaders: () => Object.fromEntries(kept),
    getRawResponse: () => ({}),
    toStream: () => null,
    toJSON: () =>
      Option.match(documentOf(status, text), {
        onNone: () => Promise.reject(new Error('the processor answer is unreadable')),
        onSome: (document) => Promise.resolve(document),
      }),
  }
}

const isIllegible = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError

/**
 * Replaces the library's HTTP client, which has no size limit and waits for the slowest drip. One call is one request.
 * Its errors have no `code`, because the library repeats any request whose connection was closed, whatever its
 * settings; only the caller, which knows the idempotency key, may repeat it. Redirects are returned like any other
 * answer, and nothing is decompressed. `egress/Exchange.ts` does not replace it: it has no pool of connections, so it
 * would take more code than undici's.
 *
 * @param signal cancels the call
 */
export const transport = (dispatcher: Dispatcher, signal: AbortSignal): Stripe.HttpClient => ({
  getClientName: () => 'undici',
  makeRequest: async (host, port, path, method, headers, body, protocol) => {
    try {
      const answer = await dispatcher.request({
        origin: `${protocol}://${host}:${port}`,
        path,
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: method === 'POST' ? body : null,
        signal,
      })
      return responseOf(answer.statusCode, answer.headers, await textOf(answer.body))
    } catch (error) {
      if (isIllegible(error)) return responseOf(0, {}, null)
      throw new Error('the processor was not reached, or its answer was lost', { cause: error })
    }
  },
})
