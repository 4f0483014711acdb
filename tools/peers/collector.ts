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
 */
export const startCollector = async (kept?: ReadonlyArray<string>) => {
  const received = new Map<string, string>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    request.setEncoding('utf8')
    request.on('data', (text) => {
      if (kept?.includes(path) ?? true) received.set(path, (received.get(path) ?? '') + text)
    })
    request.on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { received, endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
