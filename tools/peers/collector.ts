import { once } from 'node:events'
import { createServer } from 'node:http'

/** A span in OTLP's JSON. */
export interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number }
  readonly attributes: ReadonlyArray<{
    readonly key: string
    readonly value: Readonly<Record<string, unknown>> & { readonly stringValue?: string }
  }>
}

interface Batch {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<SentSpan> }>
  }>
}

/** The spans in consecutive OTLP requests. */
export const spansIn = (text: string): ReadonlyArray<SentSpan> =>
  text
    .split(/(?<=\})(?=\{"resourceSpans")/)
    .filter((part) => part !== '')
    .flatMap((part) => {
      const batch: Batch = JSON.parse(part)
      return batch.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    })

/**
 * A collector of traces and metrics that stores request bodies by path. If `kept` is given, it stores only those paths.
 * Beyond `most` characters of a path it drops the oldest bodies: about half of them stay.
 */
export const startCollector = async (kept?: ReadonlyArray<string>, most = 128 * 1_048_576) => {
  const received = new Map<string, string>()
  const store = (path: string, body: string): void => {
    const text = (received.get(path) ?? '') + body
    received.set(path, text.length > most ? text.slice(text.indexOf('{"resource', text.length - most / 2)) : text)
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const parts: Array<string> = []
    request.setEncoding('utf8')
    request.on('data', (text) => parts.push(text))
    request.on('end', () => {
      if (kept?.includes(path) ?? true) store(path, parts.join(''))
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { received, endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
