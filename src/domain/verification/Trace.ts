/** Where a verification stands in a trace: what W3C Trace Context calls `traceparent`. It is random, and of nobody. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits: the span under which what is done for it goes. */
  readonly spanId: string
  /** Whether whoever began the trace wants it recorded. */
  readonly isSampled: boolean
}

const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Of a `traceparent`; null of anything else, ids of zeros included. Nothing is kept but two numbers and a bit. */
export const parseTrace = (text: string): Trace | null => {
  const [, traceId, spanId, flags] = form.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return { traceId, spanId, isSampled: Number.parseInt(flags, 16) % 2 === 1 }
}

export const formatTrace = ({ traceId, spanId, isSampled }: Trace): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** Whether a trace that nobody decided on is recorded: the same at every replica. */
export const isSampled = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-12), 16) < ratio * 2 ** 48
