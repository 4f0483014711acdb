import { Option, Predicate } from 'effect'
import type Stripe from 'stripe'
import { type Dispatcher, errors } from 'undici'

/** What the processor answers is read up to this size; a full page of transfers has a tenth of it. */
const answerBytes = 1_048_576

/** What the library and we look at. All else stays here: the library would print a `Stripe-Notice`. */
const wantedHeaders = ['request-id', 'idempotent-replayed', 'stripe-should-retry']

const readJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A body as text; none when it is too long. */
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
 * The JSON of an answer, if it is one of the processor's: an object, which tells of an error exactly when
 * the status does. The library takes any JSON of any status for the object that was asked for, and a bare
 * `null` or `"text"` makes it throw where nobody can catch it, which would end the process.
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
        onNone: () => Promise.reject(new Error('the processor answered something illegible')),
        onSome: (document) => Promise.resolve(document),
      }),
  }
}

/** Whether something came back that is not HTTP, or more of it than anybody needs. */
const isIllegible = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError

/**
 * How the library reaches the processor, in place of its own client, which follows the slowest drip to its
 * end and reads whatever comes. One call is one request: what it fails with has no `code`, so that the
 * library, which repeats a request whose connection was closed whatever its settings say, leaves that to
 * whoever knows the idempotency key. Redirects are answers like any other, nothing is decompressed.
 *
 * @param signal gives the call up
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
