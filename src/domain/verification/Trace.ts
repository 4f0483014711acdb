/**
 * The position of a verification in a trace: the content of W3C Trace Context's `traceparent`. It is random and
 * identifies no person.
 */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits: the parent span of the work for the verification. */
  readonly spanId: string
  /** Whether the origin of the trace wants it recorded. */
  readonly isSampled: boolean
}

const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Parses a `traceparent`; null if it is malformed, all-zero IDs included. Only the two IDs and one flag are kept. */
export const parseTrace = (text: string): Trace | null => {
  const [, traceId, spanId, flags] = form.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return { traceId, spanId, isSampled: Number.parseInt(flags, 16) % 2 === 1 }
}

export const formatTrace = ({ traceId, spanId, isSampled }: Trace): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** Whether to record a trace whose client did not decide. Every replica decides the same. */
export const isSampled = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-12), 16) < ratio * 2 ** 48
