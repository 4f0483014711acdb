import type { SentSpan } from './collector.ts'

/** The most informative attributes of a span, in this order. */
const telling = ['attempt', 'source', 'result', 'http.response.status_code', 'http.route', 'db.query.summary']

const factsOf = ({ attributes }: SentSpan): string =>
  telling
    .flatMap((key) => attributes.filter((attribute) => attribute.key === key))
    .map(({ key, value }) => ` ${key}=${Object.values(value).join()}`)
    .join('')

const nanoseconds = (text: string): number => Number(BigInt(text))
const milliseconds = (from: string, to: string): string => `${Number(BigInt(to) - BigInt(from)) / 1e6}`.slice(0, 8)

/** The trace of a verification as an indented tree, one line per span; empty before the first span. */
export const traceTree = (spans: ReadonlyArray<SentSpan>, verificationId: string): string => {
  const named = spans.find(({ attributes }) =>
    attributes.some(({ key, value }) => key === 'verificacion_id' && value.stringValue === verificationId),
  )
  if (named === undefined) return ''
  const trace = spans
    .filter(({ traceId }) => traceId === named.traceId)
    .toSorted((one, other) => nanoseconds(one.startTimeUnixNano) - nanoseconds(other.startTimeUnixNano))
  const ids = new Set(trace.map(({ spanId }) => spanId))
  const [first] = trace
  const lines = (span: SentSpan, depth: number): ReadonlyArray<string> => [
    [
      `+${milliseconds(first?.startTimeUnixNano ?? span.startTimeUnixNano, span.startTimeUnixNano)} ms`.padEnd(14),
      `${'  '.repeat(depth)}${span.name}${factsOf(span)}${span.status.code === 2 ? ' FAILED' : ''}`,
      ` (${milliseconds(span.startTimeUnixNano, span.endTimeUnixNano)} ms)`,
    ].join(''),
    ...trace.filter(({ parentSpanId }) => parentSpanId === span.spanId).flatMap((part) => lines(part, depth + 1)),
  ]
  const roots = trace.filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId))
  return [`trace ${named.traceId}`, ...roots.flatMap((root) => lines(root, 0))].join('\n')
}
