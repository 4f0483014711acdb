export interface SignatureHeader {
  /** When it was signed, in Unix seconds. The digits are kept unchanged, because the signature covers them. */
  readonly t: string
  /** HMAC-SHA256, 64 lower-case hexadecimal digits. */
  readonly v1: string
}

const form = /^t=(?<t>\d+),v1=(?<v1>[\da-f]{64})$/

/** Parses a `Service-Signature` header; null if it does not have exactly this form (contract 6.2). */
export const parse = (header: string): SignatureHeader | null => {
  const { t, v1 } = form.exec(header)?.groups ?? {}
  return t === undefined || v1 === undefined ? null : { t, v1 }
}
