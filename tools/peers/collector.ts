import { once } from 'node:events'
import { createServer } from 'node:http'

/** A span as OTLP has it in JSON. */
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

/** Spans of requests of OTLP that follow each other without a break. */
export const spansIn = (text: string): ReadonlyArray<SentSpan> =>
  text
    .split(/(?<=\})(?=\{"resourceSpans")/)
    .filter((part) => part !== '')
    .flatMap((part) => {
      const batch: Batch = JSON.parse(part)
      return batch.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    })

/** Where traces and metrics are sent: keeps what comes, by path; of these paths alone where some are given. */
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
